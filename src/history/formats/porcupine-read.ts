import type { ProbeError } from '../../errors.ts';
import type { Operation, Outcome } from '../operation.ts';
import type { HistoryStream } from '../reader/stream.ts';
import { type Asked, askedBy, movedBy, type Told } from './answer.ts';
import { type Call, callOf, KNOWN_CALLS } from './calls.ts';
import { digitsOf, type Form, type FormMap, isList, isMap, isMissing, labelOf, nameOf, textOf } from './form.ts';
import { broken, type Chunks, type ReadOptions, type Spot } from './format.ts';
import { formsOf, type PlacedForm } from './forms.ts';
import { importedHeader, importedOperation, readValue, returnedValue } from './imported.ts';
import { jsonSyntax } from './json.ts';
import { Labels } from './labels.ts';
import { safeWholeOf, Times, wholeOf } from './times.ts';

/** What Go programs write for a call that did not return: the largest 64-bit integer. */
export const NEVER = '9223372036854775807';

/** Opens a file of operations in the manner of Porcupine. */
export async function openPorcupine(chunks: Chunks, file: string, options: ReadOptions): Promise<HistoryStream> {
  const reader = new Reader(file);
  const forms = formsOf(chunks, file, jsonSyntax);
  let first: readonly Operation[] = [];
  // The first time tells from where times count.
  while (first.length === 0) {
    const next = await forms.next();
    if (next.done) break;
    first = next.value.map((form) => reader.operation(form));
  }
  const header = importedHeader(file, options, reader.origin);
  return { header, assumesStart: options.initial === undefined, batches: rest(reader, first, forms) };
}

async function* rest(
  reader: Reader,
  first: readonly Operation[],
  forms: AsyncGenerator<readonly PlacedForm[]>,
): AsyncGenerator<readonly Operation[]> {
  yield first;
  for await (const batch of forms) yield batch.map((form) => reader.operation(form));
}

interface Output extends Told {
  readonly outcome: Outcome;
}

class Reader {
  readonly #file: string;
  readonly #clients: Labels;
  readonly #sessions: Labels;
  readonly #machines: Labels;
  readonly #keys: Labels;
  #times: Times | null = null;
  #count = 0;

  constructor(file: string) {
    this.#file = file;
    this.#clients = new Labels(file, 'client');
    this.#sessions = new Labels(file, 'session');
    this.#machines = new Labels(file, 'machine');
    this.#keys = new Labels(file, 'key');
  }

  get origin(): string {
    return this.#times?.origin ?? '0';
  }

  operation(placed: PlacedForm): Operation {
    const { form } = placed;
    if (!isMap(form)) throw this.#broken(placed, 'an operation must be an object', 'see docs/history.md');
    const input = mapOf(field(form, 'Input'), 'Op');
    const { call, asked } = this.#asked(input, placed);
    const { invoke, returned } = this.#interval(form, placed);
    const answered = this.#output(call, mapOf(field(form, 'Output'), 'Value'), placed);
    const output: Output = returned === null ? { outcome: 'info', value: null } : answered;
    const metadata = mapOf(field(form, 'Metadata'), 'Text');
    const id = this.#count++;
    return importedOperation({
      ...output,
      id,
      process: this.#client(form, metadata, placed) ?? `operation ${id}`,
      session: this.#sessions.of(metadata.session, placed),
      f: call.f,
      key: this.#keys.of(field(input, 'Key'), placed),
      round: safeWholeOf(metadata.round),
      machine: this.#machines.of(metadata.machine, placed),
      reason: labelOf(metadata.reason) ?? output.reason ?? null,
      notSent: metadata.notSent === true,
      invoke,
      ended: returned ?? safeWholeOf(metadata.ended),
      amount: movedBy(call, asked.amount),
    });
  }

  /** Null where it is not told: each operation is then of a client of its own. */
  #client(form: FormMap, metadata: FormMap, spot: Spot): string | null {
    const written = field(form, 'ClientId');
    if (!(written === undefined || typeof written === 'string' || digitsOf(written) !== null))
      throw this.#broken(spot, `its ClientId is ${textOf(written)}`, 'it must be a number or text');
    // A process of ours has the name that it had, whichever lane it was written in.
    return labelOf(metadata.process) ?? this.#clients.of(written, spot);
  }

  #asked(input: FormMap, spot: Spot): { readonly call: Call; readonly asked: Asked } {
    const [name, amount] = [nameOf(field(input, 'Op')), field(input, 'Amount')];
    const call = callOf(name);
    if (call === null) throw this.#broken(spot, `${name ?? 'nothing'} is no call to a counter`, `${KNOWN_CALLS} known`);
    const asked = isList(amount) ? null : askedBy(call, amount);
    if (asked !== null) return { call, asked };
    throw this.#broken(spot, `the amount ${textOf(amount)} is no number`, 'write a number, or leave it out');
  }

  #interval(form: FormMap, spot: Spot): { readonly invoke: number; readonly returned: number | null } {
    const [call, end] = [field(form, 'Call'), field(form, 'Return')];
    this.#times ??= new Times(call);
    const invoke = this.#times.ns(call);
    const never = isMissing(end) || String(wholeOf(end)) === NEVER;
    const returned = never ? null : this.#times.ns(end);
    if (invoke === null || (returned === null && !never)) {
      const what = `Call ${textOf(call)} and Return ${textOf(end)} must be whole nanoseconds near the others`;
      throw this.#broken(spot, what, `take them from one clock; write ${NEVER} or null where a call did not return`);
    }
    if (returned !== null && returned < invoke)
      throw this.#broken(
        spot,
        `it returns at ${textOf(end)}, before its call at ${textOf(call)}`,
        'take both from one clock',
      );
    return { invoke, returned };
  }

  /** True and false stand for admitted and refused. */
  #output(call: Call, output: FormMap, spot: Spot): Output {
    const [value, upTo, told] = [field(output, 'Value'), field(output, 'UpTo'), field(output, 'Outcome')];
    const outcome = typeof value === 'boolean' ? (value ? 'ok' : 'fail') : isMissing(told) ? 'ok' : outcomeOf(told);
    if (outcome === null) throw this.#broken(spot, `its outcome is ${textOf(told)}`, 'it must be ok, fail or info');
    if (outcome !== 'ok') return { outcome, value: null };
    if (call.f !== 'read') return { outcome, value: typeof value === 'boolean' ? null : returnedValue(value) };
    const found = readValue(isMissing(upTo) ? value : [value, upTo]);
    return found.value === null ? { ...found, outcome: 'info' } : { ...found, outcome };
  }

  #broken(spot: Spot, what: string, mend: string): ProbeError {
    return broken(this.#file, spot, what, mend);
  }
}

function outcomeOf(form: Form): Outcome | null {
  const name = nameOf(form);
  return name === 'ok' || name === 'fail' || name === 'info' ? name : null;
}

/** A field as Go names it, or with a small letter as its tags usually do. */
const field = (map: FormMap, name: string): Form => map[name] ?? map[name.charAt(0).toLowerCase() + name.slice(1)];

/** What is no map stands for the one field that matters most. */
const mapOf = (form: Form, name: string): FormMap => (isMap(form) ? form : { [name]: form });
