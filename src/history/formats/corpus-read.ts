import type { History } from '../history.ts';
import type { Operation, OperationKind, Outcome } from '../operation.ts';
import { type Form, type FormMap, isList, isMap, isMissing, labelOf, plainOf, textOf } from './form.ts';
import { broken, type Chunks, type ReadOptions, type Spot } from './format.ts';
import { formsOf, type PlacedForm } from './forms.ts';
import { decimalOf, importedHeader, importedOperation, readValue, returnedValue } from './imported.ts';
import { jsonSyntax } from './json.ts';
import { withRoles } from './roles.ts';
import { nanosecondsOf } from './times.ts';

/** A history of a corpus, and what its line says beside it. */
export interface CorpusEntry {
  readonly line: number;
  readonly id: string;
  readonly history: History;
  /** All else on the line, as it stands there: `verdict`, `anomaly`, `levels`, `staleness`, `tags`, `note`, ... */
  readonly labels: Readonly<Record<string, unknown>>;
}

/**
 * Reads a corpus, one history a line: `{"id", "initial", "limit", "ops": [{"f", "value", "process", "invoke", "complete",
 * "outcome", "delta", "valueHi"}, ...], ...}`. Rejects with a ProbeError that names the line.
 */
export async function* readCorpus(
  chunks: Chunks,
  file: string,
  options: ReadOptions = {},
): AsyncGenerator<CorpusEntry> {
  for await (const batch of formsOf(chunks, file, jsonSyntax)) {
    for (const placed of batch) yield entryOf(placed, file, options);
  }
}

const CALLS = new Map<Form, OperationKind>([
  ['inc', 'increment'],
  ['incget', 'increment'],
  ['read', 'read'],
]);
const OUTCOMES = new Map<Form, Outcome>([
  ['ok', 'ok'],
  ['fail', 'fail'],
  ['rejected', 'fail'],
  ['info', 'info'],
]);

function entryOf(placed: PlacedForm, file: string, options: ReadOptions): CorpusEntry {
  const { form, line } = placed;
  if (!isMap(form) || !isList(form.ops))
    throw broken(file, placed, 'a history must be an object with "ops"', 'see docs/history.md');
  const { id, initial, limit, ops, variant: _, ...labels } = form;
  const name = labelOf(id) ?? `line ${line}`;
  const given = {
    initial: isMissing(initial) ? (options.initial === undefined ? null : options.initial) : decimalOf(initial),
    limit: isMissing(limit) ? (options.limit ?? null) : decimalOf(limit),
  };
  for (const key of ['initial', 'limit'] as const)
    if (given[key] === null && !isMissing(form[key]))
      throw broken(file, placed, `${key} is ${textOf(form[key])}`, 'it must be a number, or null');
  const reader = new Reader(file, placed, originOf(ops));
  const header = importedHeader(file, given, String(reader.origin));
  const operations = withRoles(ops.map((op, at) => reader.operation(op, at)));
  return {
    line,
    id: name,
    history: { header: { ...header, scenario: name }, operations, marks: [] },
    labels: plainOf(labels) as CorpusEntry['labels'],
  };
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Times count from 0, unless some are below it or too large to be exact. */
function originOf(ops: readonly Form[]): bigint {
  const times = ops
    .flatMap((op) => (isMap(op) ? [nanosecondsOf(op.invoke), nanosecondsOf(op.complete)] : []))
    .filter((time) => time !== null);
  const [least = 0n] = times.toSorted((a, b) => (a < b ? -1 : 1));
  return least < 0n || times.some((time) => time > SAFE) ? least : 0n;
}

class Reader {
  readonly origin: bigint;
  readonly #file: string;
  readonly #spot: Spot;

  constructor(file: string, spot: Spot, origin: bigint) {
    this.#file = file;
    this.#spot = spot;
    this.origin = origin;
  }

  operation(op: Form, id: number): Operation {
    const form: FormMap = isMap(op) ? op : {};
    const f = CALLS.get(form.f) ?? this.#broken(id, 'f', form.f, 'inc, incget or read');
    const outcome =
      OUTCOMES.get(form.outcome) ?? this.#broken(id, 'outcome', form.outcome, 'ok, fail, rejected or info');
    const process = labelOf(form.process) ?? this.#broken(id, 'process', form.process, 'a number');
    const amount = isMissing(form.delta)
      ? null
      : (decimalOf(form.delta) ?? this.#broken(id, 'delta', form.delta, 'a number'));
    const invoke = this.#time(form.invoke) ?? this.#broken(id, 'invoke', form.invoke, 'milliseconds');
    const ended = this.#time(form.complete);
    if ((ended === null && outcome !== 'info') || (ended !== null && ended < invoke))
      this.#broken(id, 'complete', form.complete, 'milliseconds, from invoke on, or null with the outcome info');
    const told =
      f === 'read'
        ? readOf(form, outcome)
        : { value: outcome === 'ok' && form.f !== 'inc' ? returnedValue(form.value) : null, outcome };
    return importedOperation({ id, process, f, invoke, ended, amount, notSent: form.outcome === 'fail', ...told });
  }

  #time(form: Form): number | null {
    const time = nanosecondsOf(form);
    return time === null ? null : Number(time - this.origin);
  }

  #broken(at: number, key: string, found: Form, wanted: string): never {
    throw broken(this.#file, this.#spot, `${key} of operation ${at} is ${textOf(found)}`, `it must be ${wanted}`);
  }
}

function readOf(
  { value, valueHi }: FormMap,
  outcome: Outcome,
): { readonly value: string | null; readonly outcome: Outcome } {
  if (outcome !== 'ok') return { value: null, outcome };
  const found = readValue(isMissing(valueHi) ? value : [value, valueHi]);
  return found.value === null ? { ...found, outcome: 'info' } : { ...found, outcome };
}
