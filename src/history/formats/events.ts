import type { ProbeError } from '../../errors.ts';
import type { Operation, Outcome } from '../operation.ts';
import type { HistoryStream } from '../reader/stream.ts';
import { type Asked, askedBy, movedBy, type Told, toldBy } from './answer.ts';
import { type Call, callOf, KNOWN_CALLS } from './calls.ts';
import { type Event, EventReader } from './event.ts';
import { isMissing, textOf } from './form.ts';
import { broken, type Chunks, type ReadOptions } from './format.ts';
import { formsOf, type PlacedForm, type Syntax } from './forms.ts';
import { importedHeader, importedOperation } from './imported.ts';
import { Labels } from './labels.ts';

/** Opens a file of events in the manner of Jepsen, in any syntax. */
export async function openEvents(
  chunks: Chunks,
  file: string,
  options: ReadOptions,
  syntax: Syntax,
): Promise<HistoryStream> {
  const pairing = new Pairing(file);
  const forms = formsOf(chunks, file, syntax);
  const first: Operation[] = [];
  // The first time tells from where times count.
  while (!pairing.began) {
    const next = await forms.next();
    if (next.done) break;
    first.push(...pairing.events(next.value));
  }
  const header = importedHeader(file, options, pairing.origin);
  return { header, assumesStart: options.initial === undefined, batches: rest(pairing, first, forms) };
}

async function* rest(
  pairing: Pairing,
  first: readonly Operation[],
  forms: AsyncGenerator<readonly PlacedForm[]>,
): AsyncGenerator<readonly Operation[]> {
  yield first;
  for await (const batch of forms) yield pairing.events(batch);
  yield pairing.end();
}

/** The call of a process that was not completed yet. */
interface Open extends Asked {
  readonly label: string | null;
  readonly event: Event;
  readonly name: string;
  readonly call: Call;
}

/** Pairs each `invoke` with the `ok`, `fail` or `info` of the same process, and makes an operation of both. */
class Pairing {
  readonly #file: string;
  readonly #reader: EventReader;
  readonly #keys: Labels;
  readonly #open = new Map<string, Open>();
  /** An event of a client was seen. */
  began = false;

  constructor(file: string) {
    this.#file = file;
    this.#reader = new EventReader(file);
    this.#keys = new Labels(file, 'key');
  }

  get origin(): string {
    return this.#reader.origin;
  }

  /** The operations that these events complete. */
  events(forms: readonly PlacedForm[]): readonly Operation[] {
    const operations: Operation[] = [];
    for (const form of forms) {
      const event = this.#reader.read(form);
      if (event === null) continue;
      this.began = true;
      if (event.type === 'invoke') this.#invoke(event);
      else operations.push(this.#complete(event, event.type));
    }
    return operations;
  }

  /** Calls that were never completed: nobody knows what became of them. */
  end(): readonly Operation[] {
    return [...this.#open.values()].map((open) => operationOf(open, 'info', null, NOTHING, null));
  }

  #invoke(event: Event): void {
    const { process, name, value } = event;
    const before = this.#open.get(process);
    if (before) {
      const what = `process ${process} invokes again before its call of line ${before.event.line} is completed`;
      throw this.#broken(event, what, 'complete it first, or give the second call a process of its own');
    }
    const call = callOf(name);
    if (name === null || call === null)
      throw this.#broken(event, `${name ?? 'nothing'} is no call to a counter`, `${KNOWN_CALLS} known`);
    const asked = askedBy(call, value);
    if (asked === null)
      throw this.#broken(event, `the amount ${textOf(value)} is no number`, 'write a number, or nil for one step');
    const label = this.#keys.of(isMissing(asked.key) ? event.key : asked.key, event);
    this.#open.set(process, { event, name, call, label, ...asked });
  }

  #complete(event: Event, type: Outcome): Operation {
    const { process, name, time } = event;
    const open = this.#open.get(process);
    if (!open) {
      const what = `process ${process} completes a call that it did not invoke`;
      throw this.#broken(event, what, 'an invoke by this process must come first');
    }
    const invoked = `${open.name} was invoked on line ${open.event.line}`;
    if (name !== null && name !== open.name)
      throw this.#broken(event, `${invoked}, and ${name} is completed`, 'complete the call that was invoked');
    if (time < open.event.time)
      throw this.#broken(event, `${invoked}, and ends before that`, 'take both times from one clock');
    const told = type === 'ok' ? toldBy(open.call, open, event.value) : NOTHING;
    if (told === null) {
      const what = `${invoked} with the amount ${open.amount}, and is completed with ${textOf(event.value)}`;
      throw this.#broken(event, what, 'write [amount value] where the answer held the new value');
    }
    this.#open.delete(process);
    return operationOf(open, type, time, told, event);
  }

  #broken(event: Event, what: string, mend: string): ProbeError {
    return broken(this.#file, event, what, mend);
  }
}

const NOTHING: Told = { value: null };

/** `end` is the event that completes it, at the time `ended`; null for none. */
function operationOf(open: Open, outcome: Outcome, ended: number | null, told: Told, end: Event | null): Operation {
  const { event, call } = open;
  const noNumber = call.f === 'read' && outcome === 'ok' && told.value === null;
  return importedOperation({
    id: event.index,
    process: event.process,
    session: event.session,
    f: call.f,
    key: open.label,
    round: event.round,
    machine: event.machine,
    invoke: event.time,
    ended,
    outcome: noNumber ? 'info' : outcome,
    value: told.value,
    upTo: told.upTo ?? null,
    amount: movedBy(call, told.amount ?? open.amount),
    reason: end?.error ?? told.reason ?? event.error,
    notSent: end?.notSent === true,
  });
}
