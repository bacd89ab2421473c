import type { HistoryHeader } from '../history.ts';

type Line = Readonly<Record<string, unknown>>;

/** Where a tool names no reading. */
const READING = 'value';
const BEFORE = 'before';

/**
 * Fills in what other tools may leave out of a header: one reading that must rise by what was acknowledged in each
 * round, no setup, and nothing asked of the overlap. The schema has the last word on the result.
 */
export function completeHeader(line: Line): Line {
  const expect = isLine(line.expect) ? line.expect : {};
  const asked = Array.isArray(expect.readings) ? expect.readings : null;
  const readings =
    line.readings === undefined ? (asked?.map((one) => (isLine(one) ? one.reading : one)) ?? [READING]) : line.readings;
  const held = asked ?? (Array.isArray(readings) ? readings.map((reading) => ({ reading })) : []);
  const phases = Array.isArray(line.phases) ? line.phases.map(completePhase) : line.phases;
  return {
    ...{ rounds: 1, setup: false, settleMs: 0, minOverlap: null, maxSpreadMs: null, limitPer: null },
    ...line,
    readings,
    phases,
    expect: { unique: false, ...expect, readings: held.map(completeExpectation) },
  };
}

const completeExpectation = (one: unknown): unknown =>
  isLine(one) ? { risesBy: 'acknowledged', perPhase: false, ...one } : one;

/** No overlap is asked of a phase of unknown kind or size. */
function completePhase(one: unknown, index: number): unknown {
  if (!isLine(one)) return one;
  const kind = one.kind === undefined ? (one.name === 'concurrent' ? 'concurrent' : 'spaced') : one.kind;
  return { index, name: kind, count: 0, everyMs: null, ...one, kind };
}

/** What is looked at to fill in the rest of an operation. */
export interface Basis {
  readonly f?: unknown;
  readonly phaseIndex?: unknown;
  readonly invoke?: unknown;
  readonly complete?: unknown;
  readonly counts?: unknown;
  readonly value?: unknown;
}

const nothing = (): null => null;

/**
 * What stands for a key that other tools may leave out of an operation. A read counts as one that was made when its
 * phase was over; what nobody recorded of a call is left neutral: sent at its beginning, answered at its end.
 */
export const LEFT_OUT: Readonly<Record<string, (basis: Basis, header: HistoryHeader) => unknown>> = {
  excerpt: nothing,
  attempt: nothing,
  reason: nothing,
  status: nothing,
  sent: ({ counts, invoke }) => (counts === 'notSent' ? null : invoke),
  firstByte: ({ counts, complete = null }) => (counts === 'notSent' ? null : complete),
  ended: ({ complete = null }) => complete,
  returned: ({ f, value = null }, { expect }) => (f !== 'read' && expect.unique ? value : null),
  reading: ({ f }, { readings }) => (f === 'read' ? readings[0] : null),
  role: ({ f, phaseIndex }) => (f !== 'read' ? null : phaseIndex === -1 ? BEFORE : 'settle'),
};

/** Fills in what other tools may leave out of an operation. The schema has the last word on the result. */
export function completeOperation(line: Line, header: HistoryHeader): Line {
  const whole: Record<string, unknown> = { ...line };
  if (line.phaseIndex === undefined) whole.phaseIndex = phaseIndexOf(line.phase, header);
  if (line.f === 'read' && line.reading === undefined) whole.counts = null;
  for (const [key, fill] of Object.entries(LEFT_OUT)) {
    if (!Object.hasOwn(line, key)) whole[key] = fill(whole, header);
  }
  return whole;
}

/** Fills in what other tools may leave out of the mark of a burst. */
export const completeRelease = (line: Line, header: HistoryHeader): Line => ({
  ...{ phaseIndex: phaseIndexOf(line.phase, header), queued: 0 },
  ...line,
});

/** -1 ahead of the first phase; undefined for a name that the header does not have. */
export function phaseIndexOf(name: unknown, { phases }: HistoryHeader): number | undefined {
  const index = phases.findIndex((phase) => phase.name === name);
  return index >= 0 ? index : name === BEFORE ? -1 : undefined;
}

const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null && !Array.isArray(value);
