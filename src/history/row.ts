import { parseDecimal } from './decimal.ts';
import { LEFT_OUT, phaseIndexOf } from './defaults.ts';
import type { HistoryHeader } from './history.ts';
import type { Operation } from './operation.ts';

/** What stands on a line for one key, where it is no list and no object. */
export type Scalar = string | number | null;

const REQUIRED = [
  'id',
  'process',
  'session',
  'f',
  'key',
  'phase',
  'phaseIndex',
  'round',
  'invoke',
  'complete',
  'outcome',
  'counts',
  'value',
  'status',
  'reason',
  'excerpt',
  'attempt',
  'sent',
  'firstByte',
  'ended',
  'reading',
  'role',
  'returned',
] as const satisfies readonly (keyof Operation)[];
const OPTIONAL = ['amount', 'machine'] as const satisfies readonly (keyof Operation)[];
/** Left to the schema. */
const ELSEWHERE: readonly string[] = [
  'upTo',
  'intent',
  'identity',
  'labels',
  'answer',
  'abandoned',
  'cached',
  'trouble',
  'items',
  'hold',
] satisfies readonly (keyof Operation)[];

/** Where each key of an operation stands in a row; -1 for an optional one that is not there. */
type Columns = Readonly<Record<(typeof REQUIRED)[number] | (typeof OPTIONAL)[number], number>>;

const columnsOf = (keys: readonly string[]): Columns =>
  Object.fromEntries([...REQUIRED, ...OPTIONAL].map((key) => [key, keys.indexOf(key)])) as Columns;

/** Makes an operation of the values of a line; null unless the schema would certainly take it. */
export type RowReader = (row: readonly Scalar[]) => Operation | null;

/** For lines with these keys in this order. Null when a key is among them, or missing, that is not read here. */
export function rowReader(keys: readonly string[], header: HistoryHeader): RowReader | null {
  const missing = REQUIRED.filter((key) => !keys.includes(key));
  if (keys.some((key) => ELSEWHERE.includes(key))) return null;
  if (!missing.every((key) => key === 'phaseIndex' || Object.hasOwn(LEFT_OUT, key))) return null;
  const columns = columnsOf([...keys, ...missing]);
  return missing.length === 0 ? (row) => operationOf(columns, row) : filled(keys.length, missing, columns, header);
}

/** Fills in what the lines leave out, as `completeOperation` does. */
function filled(given: number, missing: readonly string[], at: Columns, header: HistoryHeader): RowReader {
  const whole: Scalar[] = Array(given + missing.length).fill(null);
  const fills = missing.map((key) => LEFT_OUT[key] ?? null);
  return (row) => {
    for (let k = 0; k < given; k += 1) whole[k] = row[k] as Scalar;
    const f = row[at.f];
    if (at.phaseIndex >= given) whole[at.phaseIndex] = phaseIndexOf(row[at.phase], header) as Scalar;
    if (f === 'read' && at.reading >= given) whole[at.counts] = null;
    const basis = {
      f,
      phaseIndex: whole[at.phaseIndex],
      invoke: row[at.invoke],
      complete: row[at.complete],
      counts: whole[at.counts],
      value: row[at.value],
    };
    for (let m = 0; m < fills.length; m += 1) {
      const fill = fills[m];
      if (fill) whole[given + m] = fill(basis, header) as Scalar;
    }
    return operationOf(at, whole);
  };
}

const KINDS = ['increment', 'read', 'admit', 'reserve', 'release', 'effect'] as const;
const OUTCOMES = ['ok', 'info', 'fail'] as const;
const COUNTS = ['acknowledged', 'unknown', 'rejected', 'notSent'] as const;
const ROLES = ['during', 'settle', 'quiet', 'before'] as const;

/** Nothing here may be more lenient than the schema; a property test holds them together. */
function operationOf(at: Columns, row: readonly Scalar[]): Operation | null {
  const base = {
    id: row[at.id],
    process: row[at.process],
    session: row[at.session],
    f: oneOf(KINDS, row[at.f]),
    key: row[at.key],
    phase: row[at.phase],
    phaseIndex: row[at.phaseIndex],
    round: row[at.round],
    invoke: row[at.invoke],
    complete: row[at.complete],
    outcome: oneOf(OUTCOMES, row[at.outcome]),
    counts: oneOf(COUNTS, row[at.counts]),
    value: row[at.value],
    status: row[at.status],
    reason: row[at.reason],
    excerpt: row[at.excerpt],
    attempt: row[at.attempt],
    sent: row[at.sent],
    firstByte: row[at.firstByte],
    ended: row[at.ended],
    reading: row[at.reading],
    role: oneOf(ROLES, row[at.role]),
    returned: row[at.returned],
  };
  if (!hasTypes(base) || !(base.f === 'read' ? isRead(base) : isWrite(base))) return null;
  return at.amount < 0 && at.machine < 0 ? base : withMore(base, at, row);
}

type Loose = { readonly [K in (typeof REQUIRED)[number]]: Scalar | undefined };

function hasTypes(row: Loose): row is Operation {
  return (
    isWhole(row.id, 0) &&
    isText(row.process) &&
    isText(row.session) &&
    isText(row.f) &&
    isText(row.key) &&
    isText(row.phase) &&
    isWhole(row.phaseIndex, -1) &&
    isWhole(row.round, 1) &&
    isWhole(row.invoke, 0) &&
    (row.complete === null ? row.outcome === 'info' : row.outcome !== 'info' && isWhole(row.complete, row.invoke)) &&
    isText(row.outcome) &&
    (row.value === null || isText(row.value)) &&
    (row.status === null || isWhole(row.status, 0)) &&
    (row.reason === null || isText(row.reason)) &&
    (row.excerpt === null || isText(row.excerpt)) &&
    (row.attempt === null || isText(row.attempt)) &&
    (row.sent === null || isWhole(row.sent, 0)) &&
    (row.firstByte === null || isWhole(row.firstByte, 0)) &&
    (row.ended === null || isWhole(row.ended, 0)) &&
    (row.reading === null || isText(row.reading)) &&
    (row.returned === null || isText(row.returned))
  );
}

function isRead({ counts, reading, role, outcome, value }: Operation): boolean {
  if (counts !== null || reading === null || !isText(role)) return false;
  return outcome !== 'ok' || (value !== null && isDecimal(value));
}

function isWrite({ counts, reading, role, outcome }: Operation): boolean {
  if (reading !== null || role !== null) return false;
  if (outcome === 'ok') return counts === 'acknowledged';
  if (outcome === 'info') return counts === 'unknown';
  return counts === 'rejected' || counts === 'notSent';
}

function withMore(base: Operation, at: Columns, row: readonly Scalar[]): Operation | null {
  const amount = at.amount < 0 ? undefined : row[at.amount];
  const machine = at.machine < 0 ? undefined : row[at.machine];
  if (amount !== undefined && (!isText(amount) || base.f === 'read' || !isDecimal(amount))) return null;
  if (machine !== undefined && !isText(machine)) return null;
  return { ...base, ...(amount === undefined ? {} : { amount }), ...(machine === undefined ? {} : { machine }) };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isWhole = (value: Scalar | undefined, least: Scalar | undefined): value is number =>
  typeof value === 'number' && value >= (least as number);

const PLAIN_NUMBER = /^\d{1,400}$/;
const isDecimal = (text: string): boolean => PLAIN_NUMBER.test(text) || parseDecimal(text) !== null;

/** The constant of that text, so that comparing it later is comparing two pointers; undefined for any other text. */
function oneOf<T extends string>(known: readonly T[], text: Scalar | undefined): T | null | undefined {
  if (text === null) return null;
  for (const one of known) if (one === text) return one;
  return undefined;
}
