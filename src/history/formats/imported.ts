import { parseDecimal } from '../decimal.ts';
import { HISTORY_FORMAT, HISTORY_VERSION, type HistoryHeader } from '../history.ts';
import { NO_NUMBER, type Operation, type OperationKind, type Outcome } from '../operation.ts';
import { printable } from '../printable.ts';
import { IMPORTED } from '../returned.ts';
import { digitsOf, type Form, isList, isMissing, textOf } from './form.ts';
import type { ReadOptions } from './format.ts';

export const READING = 'value';
const STEP = '1';

/** Of a history that was recorded by another tool: one counter that may only rise by what was acknowledged. */
export const importedHeader = (file: string, options: ReadOptions, originNs: string): HistoryHeader => ({
  format: HISTORY_FORMAT,
  version: HISTORY_VERSION,
  object: 'counter',
  initial: options.initial === undefined ? '0' : options.initial,
  step: STEP,
  limit: options.limit ?? null,
  limitPer: null,
  clock: { unit: 'ns', errorNs: 0, originNs },
  runId: IMPORTED,
  scenario: printable(file, 200),
  seed: 0,
  target: '',
  require: 'eventual',
  expect: { readings: [{ reading: READING, risesBy: 'acknowledged', perPhase: false }], unique: false },
  // No overlap was asked for: the count is 0.
  phases: [{ index: 0, kind: 'concurrent', name: IMPORTED, count: 0, everyMs: null }],
  rounds: 1,
  setup: false,
  readings: [READING],
  settleMs: 0,
  minOverlap: null,
  maxSpreadMs: null,
});

/** What other tools write down of an operation. */
export interface Recorded {
  readonly id: number;
  readonly process: string;
  readonly session?: string | null;
  readonly f: OperationKind;
  readonly key?: string | null;
  readonly round?: number | null;
  readonly invoke: number;
  /** When it was answered, or given up; null when that is not told. */
  readonly ended: number | null;
  readonly outcome: Outcome;
  readonly value: string | null;
  readonly upTo?: string | null;
  /** In decimal digits. */
  readonly amount?: string | null;
  readonly reason?: string | null;
  readonly machine?: string | null;
  /** It was refused before it was sent. */
  readonly notSent?: boolean;
}

const COUNTS = { ok: 'acknowledged', fail: 'rejected', info: 'unknown' } as const;

/** What nobody recorded is left neutral: the answer's first byte came when it was complete, the phase is the only one. */
export function importedOperation(recorded: Recorded): Operation {
  const { id, process, f, invoke, ended, outcome, value, upTo, machine } = recorded;
  const complete = outcome === 'info' ? null : ended;
  const isRead = f === 'read';
  const notSent = recorded.notSent === true && outcome === 'fail' && !isRead;
  const operation: Operation = {
    id,
    process,
    session: recorded.session ?? process,
    f,
    key: recorded.key ?? '',
    phase: IMPORTED,
    phaseIndex: 0,
    round: recorded.round ?? 1,
    invoke,
    complete,
    outcome,
    counts: isRead ? null : notSent ? 'notSent' : COUNTS[outcome],
    value,
    status: null,
    reason: recorded.reason ?? null,
    excerpt: null,
    attempt: null,
    sent: notSent ? null : invoke,
    firstByte: notSent ? null : complete,
    ended,
    reading: isRead ? READING : null,
    role: isRead ? 'during' : null,
    returned: null,
  };
  const amount = isRead || isStep(recorded.amount) ? null : recorded.amount;
  return amount || upTo || machine ? withMore(operation, amount, upTo, machine) : operation;
}

type Text = string | null | undefined;

const withMore = (operation: Operation, amount: Text, upTo: Text, machine: Text): Operation => ({
  ...operation,
  ...(amount ? { amount } : {}),
  ...(upTo ? { upTo } : {}),
  ...(machine ? { machine } : {}),
});

function isStep(amount: Text): boolean {
  if (amount === STEP || amount === null || amount === undefined) return true;
  const parsed = parseDecimal(amount);
  return parsed !== null && parsed.unscaled === 1n && parsed.scale === 0;
}

/** What was read: a number, a range, or something that is neither. */
export type ReadValue =
  | { readonly value: string; readonly upTo: string | null }
  | { readonly value: null; readonly reason: string };

/** Of a read that was answered: `5`, `"5"`, or `[5 7]` for a range. */
export function readValue(form: Form): ReadValue {
  const exact = decimalOf(form);
  if (exact !== null) return { value: exact, upTo: null };
  if (isList(form) && form.length === 2) {
    const [from, to] = [decimalOf(form[0]), decimalOf(form[1])];
    if (from !== null && to !== null) return { value: from, upTo: to };
  }
  return { value: null, reason: `${NO_NUMBER} value: ${textOf(form)}` };
}

/** The digits of a number, or of text that holds one; null for anything else. */
export function decimalOf(form: Form): string | null {
  const digits = typeof form === 'string' ? form : digitsOf(form);
  return digits !== null && parseDecimal(digits) !== null ? digits : null;
}

/** What a write returned, for a check to look at: digits where it is a number. */
export const returnedValue = (form: Form): string | null =>
  isMissing(form) ? null : (decimalOf(form) ?? textOf(form));
