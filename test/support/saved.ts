import { createHash } from 'node:crypto';
import type { Counter } from '../../src/check/exact/operations.ts';
import { type Certificate, certificateOf, proofOf } from '../../src/check/proof/certificate.ts';
import { createHistoryWriter } from '../../src/history/codec.ts';
import { add, formatDecimal, parseDecimal, times } from '../../src/history/decimal.ts';
import type { History, HistoryHeader } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { headerOf } from './history.ts';
import type { Small } from './oracle.ts';

export interface Scale {
  /** null: the history does not tell it; the values are then counted from `from`. */
  readonly initial?: string | null;
  readonly from?: string;
  readonly step?: string;
  readonly limit?: number;
  readonly errorNs?: number;
}

export const counter: Counter = { key: 'k', reading: 'value', round: null, returns: true, others: false };

/** A small history as it would have been recorded, with its values on a scale of their own. */
export function historyFrom(ops: readonly Small[], scale: Scale = {}): History {
  const { initial = '0', from = initial ?? '0', step = '1', limit, errorNs = 0 } = scale;
  const at = (steps: number): string => {
    const [base, unit] = [parseDecimal(from), parseDecimal(step)];
    if (base === null || unit === null) throw new Error('no decimal');
    return formatDecimal(add(base, times(unit, BigInt(steps))));
  };
  const header: HistoryHeader = headerOf({
    initial,
    step,
    limit: limit === undefined ? null : at(limit),
    clock: { unit: 'ns', errorNs },
  });
  return { header, operations: ops.map((op, id) => operationFrom(op, id, at, step.startsWith('-'))), marks: [] };
}

function operationFrom(op: Small, id: number, at: (steps: number) => string, down: boolean): Operation {
  const read = op.f === 'R';
  const outcome = op.f === 'X' ? 'fail' : op.certain ? 'ok' : 'info';
  const [low, high] = down ? [op.high, op.low] : [op.low, op.high];
  return {
    id,
    process: `p${op.process}`,
    session: `s${op.process}`,
    f: read ? 'read' : 'increment',
    key: 'k',
    phase: 'concurrent',
    phaseIndex: 0,
    round: 1,
    invoke: op.start,
    complete: op.certain ? op.end : null,
    outcome,
    counts: read ? null : outcome === 'ok' ? 'acknowledged' : outcome === 'fail' ? 'rejected' : 'unknown',
    value: read ? at(low) : op.f === 'T' ? at(op.low) : null,
    status: 200,
    reason: null,
    excerpt: null,
    attempt: null,
    sent: null,
    firstByte: null,
    ended: null,
    reading: read ? 'value' : null,
    role: read ? 'settle' : null,
    returned: null,
    ...(read && low !== high ? { upTo: at(high) } : {}),
    machine: `m${op.process}`,
  };
}

export function textOf({ header, operations, marks }: History): string {
  let text = '';
  const writer = createHistoryWriter((line) => {
    text += line;
  }, header);
  for (const entry of [...operations, ...marks]) writer.entry(entry);
  writer.end();
  return text;
}

export async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text;
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The certificate of one counter of a history; null when there is no proof. */
export function certify(history: History, how: Counter = counter): Certificate | null {
  const proof = proofOf(history, how);
  return proof === null ? null : certificateOf(sha256Of(textOf(history)), [proof]);
}
