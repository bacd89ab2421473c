import type { History, HistoryHeader, Mark, PhaseInfo, StopMark } from '../../src/history/history.ts';
import type { Operation, ReadRole } from '../../src/history/operation.ts';
import { OperationTable } from '../../src/history/reader/table.ts';

/** A reading that failed. */
export interface FailedRead {
  readonly status: number | null;
  readonly reason: string;
  readonly excerpt?: string;
}

/** What a phase of a made-up round saw. */
export interface PhaseSketch {
  readonly acknowledged?: number;
  readonly rejected?: number;
  readonly unknown?: number;
  readonly notSent?: number;
  /** The value after it; a list: every read in turn; null: the reading failed. */
  readonly after?: string | null | readonly (string | null)[];
  /** Reads of the quiet watch after it. */
  readonly quiet?: readonly string[];
  /** How many writes of a burst are in flight together (all of them). */
  readonly together?: number;
  readonly early?: boolean;
  readonly spreadMs?: number;
  /** The value was still moving when its time was up. */
  readonly moving?: boolean;
  /** No mark says that the value came to rest. */
  readonly unsettled?: boolean;
  /** Values handed out to the acknowledged writes, in turn. */
  readonly returned?: readonly string[];
  readonly status?: number;
  readonly failedRead?: FailedRead;
  /** What else is said of each write, by its place in the phase: acknowledged ones first, then rejected, unknown, not sent. */
  readonly each?: (i: number) => Partial<Operation>;
  /** Values of readings, where they are other than `after`. */
  readonly others?: Readonly<Record<string, string>>;
}

export interface RoundSketch {
  readonly key?: string;
  /** Values of readings ahead of the first phase, where they are other than `before`. */
  readonly others?: Readonly<Record<string, string>>;
  /** Reads ahead of the first phase, the first with the role `before`, the others of the quiet watch. */
  readonly before?: readonly (string | null)[];
  readonly phases?: readonly PhaseSketch[];
  readonly setupFailed?: string;
  readonly stop?: Pick<StopMark, 'why' | 'message'>;
  readonly failedRead?: FailedRead;
}

const burst: PhaseInfo = { index: 0, kind: 'concurrent', name: 'concurrent', count: 10, everyMs: null };
const spaced: PhaseInfo = { index: 1, kind: 'spaced', name: 'spaced', count: 10, everyMs: 50 };

export const headerOf = (changes: Partial<HistoryHeader> = {}): HistoryHeader => ({
  format: 'counter-probe-history',
  version: 1,
  object: 'counter',
  initial: null,
  step: '1',
  limit: null,
  limitPer: null,
  clock: { unit: 'ns', errorNs: 0 },
  runId: 'run-1',
  scenario: 'Ten increments are ten increments',
  seed: 1,
  target: 'http://127.0.0.1:8080/counter',
  require: 'eventual',
  expect: { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: true }], unique: false },
  phases: [burst, spaced],
  rounds: 1,
  setup: false,
  readings: ['value'],
  settleMs: 2_000,
  minOverlap: null,
  maxSpreadMs: null,
  ...changes,
});

/** A header held to one reading in another way. */
export const expecting = (changes: { risesBy?: string; perPhase?: boolean; unique?: boolean }): HistoryHeader =>
  headerOf({
    expect: {
      readings: [{ reading: 'value', risesBy: changes.risesBy ?? 'acknowledged', perPhase: changes.perPhase ?? true }],
      unique: changes.unique ?? false,
    },
  });

/** A history as the prober would have recorded it, from a sketch of its rounds. */
export function historyOf(rounds: readonly RoundSketch[], header: HistoryHeader = headerOf()): History {
  const maker = new Maker(header);
  rounds.forEach((round, i) => {
    maker.round(round, i + 1);
  });
  return { header: { ...header, rounds: Math.max(header.rounds, rounds.length) }, ...maker.made };
}

const MS = 1_000_000;

class Maker {
  readonly #header: HistoryHeader;
  readonly #operations: Operation[] = [];
  readonly #marks: Mark[] = [];
  #now = MS;

  constructor(header: HistoryHeader) {
    this.#header = header;
  }

  get made(): Pick<History, 'operations' | 'marks'> {
    return { operations: this.#operations, marks: this.#marks };
  }

  round(sketch: RoundSketch, round: number): void {
    const { setupFailed: message, stop } = sketch;
    if (message !== undefined) this.#marks.push({ setupFailed: true, round, message });
    (sketch.before ?? []).forEach((value, i) => {
      this.#read(sketch, round, -1, i === 0 ? 'before' : 'quiet', value, sketch.others, sketch.failedRead);
    });
    (sketch.phases ?? []).forEach((phase, index) => {
      this.#phase(sketch, round, index, phase);
    });
    if (stop) this.#marks.push({ stopped: true, round, ...stop });
  }

  #phase(sketch: RoundSketch, round: number, phaseIndex: number, phase: PhaseSketch): void {
    const info = this.#header.phases[phaseIndex];
    if (!info) throw new Error(`the header has no phase ${phaseIndex}`);
    this.#writes(sketch, round, info, phase);
    const after = Array.isArray(phase.after) ? phase.after : phase.after === undefined ? [] : [phase.after];
    for (const value of after) this.#read(sketch, round, phaseIndex, 'settle', value, phase.others, phase.failedRead);
    if (after.some((value) => value !== null) && !phase.unsettled) {
      const moving = phase.moving ?? false;
      for (const reading of this.#header.readings) {
        this.#marks.push({ settled: true, round, phaseIndex, reading, afterMs: 1, moving });
      }
    }
    for (const value of phase.quiet ?? []) this.#read(sketch, round, phaseIndex, 'quiet', value, phase.others);
  }

  #writes(sketch: RoundSketch, round: number, info: PhaseInfo, phase: PhaseSketch): void {
    const all = countsOf(phase);
    const together = info.kind === 'spaced' ? 1 : (phase.together ?? all.length);
    const spread = (phase.spreadMs ?? 0.1) * MS;
    const first = this.#now;
    all.forEach((counts, i) => {
      if (i > 0 && i % together === 0) this.#now += 10 * MS;
      const sent = this.#now + 1_000 + Math.round((spread * (i % together)) / Math.max(1, together - 1));
      const returned = counts === 'acknowledged' ? (phase.returned?.[i] ?? null) : null;
      const write = this.#write(sketch, round, info, counts, sent, returned, phase.status);
      this.#operations.push({ ...write, ...phase.each?.(i) });
    });
    this.#now += 10 * MS;
    if ((info.kind === 'concurrent' || info.when === 'at-once') && all.length > 0) {
      const mark = { release: true, round, phase: info.name, phaseIndex: info.index, queued: 0 } as const;
      this.#marks.push({ ...mark, first: first + 1_000, last: first + 1_000 + spread, early: phase.early ?? false });
    }
  }

  #write(
    sketch: RoundSketch,
    round: number,
    info: PhaseInfo,
    counts: NonNullable<Operation['counts']>,
    sent: number,
    returned: string | null,
    status: number | undefined,
  ): Operation {
    const id = this.#operations.length;
    const answered = counts === 'acknowledged' || counts === 'rejected';
    return {
      ...this.#common(sketch, round, info.index),
      id,
      process: `p${id}`,
      session: `p${id}`,
      f: 'increment',
      invoke: this.#now,
      complete: counts === 'unknown' ? null : this.#now + 6 * MS,
      outcome: OUTCOMES[counts],
      counts,
      value: returned,
      status: answered ? (status ?? (counts === 'acknowledged' ? 200 : 429)) : null,
      reason: counts === 'acknowledged' ? null : counts,
      excerpt: null,
      attempt: `run-1-${id}`,
      sent: counts === 'notSent' ? null : sent,
      firstByte: answered ? this.#now + 5 * MS : null,
      ended: this.#now + 6 * MS,
      reading: null,
      role: null,
      returned,
    };
  }

  #read(
    sketch: RoundSketch,
    round: number,
    phaseIndex: number,
    role: ReadRole,
    usual: string | null,
    others: Readonly<Record<string, string>> = {},
    failed: FailedRead = { status: null, reason: 'connection refused' },
  ): void {
    for (const reading of this.#header.readings) {
      const id = this.#operations.length;
      const value = others[reading] ?? usual;
      this.#operations.push({
        ...this.#common(sketch, round, phaseIndex),
        id,
        process: `r${id}`,
        session: 'read-value',
        f: 'read',
        invoke: this.#now,
        complete: value === null ? null : this.#now + MS,
        outcome: value === null ? 'info' : 'ok',
        counts: null,
        value,
        status: value === null ? failed.status : 200,
        reason: value === null ? failed.reason : null,
        excerpt: value === null ? (failed.excerpt ?? null) : null,
        attempt: null,
        sent: this.#now,
        firstByte: value === null ? null : this.#now + MS,
        ended: this.#now + MS,
        reading,
        role,
        returned: null,
      });
      this.#now += 2 * MS;
    }
  }

  #common(sketch: RoundSketch, round: number, phaseIndex: number) {
    const phase = this.#header.phases[phaseIndex]?.name ?? 'before';
    return { key: sketch.key ?? `k-${round}`, phase, phaseIndex, round };
  }
}

const OUTCOMES = { acknowledged: 'ok', rejected: 'fail', notSent: 'fail', unknown: 'info' } as const;

const countsOf = (phase: PhaseSketch): readonly NonNullable<Operation['counts']>[] => [
  ...Array<'acknowledged'>(phase.acknowledged ?? 0).fill('acknowledged'),
  ...Array<'rejected'>(phase.rejected ?? 0).fill('rejected'),
  ...Array<'unknown'>(phase.unknown ?? 0).fill('unknown'),
  ...Array<'notSent'>(phase.notSent ?? 0).fill('notSent'),
];

/** The same history, kept as a large one is. */
export function inColumns({ operations, ...history }: History): History {
  const table = new OperationTable();
  for (const operation of operations) table.add(operation);
  return { ...history, operations: table.list };
}
