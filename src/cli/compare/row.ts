import { confidence } from '../../check/statistics/confidence.ts';
import { answersOf, isFresh, isOut } from '../../compare/answers.ts';
import { isUnkillable, NOTHING_TO_KILL } from '../../compare/kept.ts';
import type { Timed } from '../../compare/latency.ts';
import { type Measured, notTested } from '../../compare/measured.ts';
import { hasKey, measurement, type Question } from '../../compare/measurements.ts';
import { losesWrites } from '../../compare/read-cells.ts';
import { describeError, isProbeError } from '../../errors.ts';
import { type HistoryEntry, isOperation, isRun } from '../../history/history.ts';
import { probe } from '../../probe.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Cell, ComparedRow, LatencyRatio, NotTested } from '../../verdict/comparison.ts';
import type { Alone } from './alone.ts';
import type { Board } from './board.ts';
import { killCommand } from './killing.ts';
import type { Opened, Subject } from './subjects.ts';

/** How long a number of a design must stand still: where reads were seen to lag, and where none was. */
const [LAGGING_MS, FRESH_MS] = [1_500, 300];
const MOST_SEED = 2 ** 31 - 1;

export interface Asking {
  readonly rounds: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly board: Board;
}

interface How {
  readonly base?: Scenario;
  readonly killCommand?: string | null;
  /** Of the turns of timed writes: no two write to the same counter. */
  readonly turn?: number;
}

/** Each measurement has ids of its own, so that no two share a counter. */
const SEEDS: Readonly<Record<Question, number>> = {
  ...{ reads: 0, slowReads: 1, burst: 2, spaced: 3, retry: 4, kill: 5, timed: 6 },
};

const rateOf = (wrong: number, of: number) => confidence(wrong, of).wrongRoundRate;
const NO_KEY = notTested('no key: no write carries {{key}}');

/** One row while it is measured: what it was asked, and what came of it. */
export class Row {
  readonly subject: Subject;
  readonly #asking: Asking;
  readonly #asked: Partial<Record<Exclude<Question, 'timed'>, Measured | NotTested>> = {};
  #opened: Opened | null = null;
  #close: (() => Promise<void>) | null = null;
  #skipped: string | null;
  #out: NotTested | null = null;
  #settleMs: number;
  timed: Timed | null = null;

  constructor(subject: Subject, asking: Asking) {
    this.subject = subject;
    this.#asking = asking;
    this.#skipped = subject.skipped;
    this.#settleMs = subject.settleMs ?? LAGGING_MS;
  }

  /** It answers, as far as is known. */
  get isOpen(): boolean {
    return this.#opened !== null && this.#out === null;
  }

  /** Makes it answer. It is skipped where it does not start, and where there is no more time. */
  async open(): Promise<void> {
    if (this.#asking.signal.aborted) {
      this.#skipped = 'interrupted before it was begun';
      return;
    }
    const end = this.#asking.board.begin(this.subject.id, 'starting');
    try {
      this.#opened = await this.subject.open();
      this.#close = this.#opened.close;
    } catch (error) {
      if (!isProbeError(error)) throw error;
      this.#skipped = describeError(error);
    } finally {
      end();
    }
  }

  /** Once: what is closed again is left alone. */
  async close(): Promise<void> {
    const close = this.#close;
    this.#close = null;
    await close?.();
  }

  /** First of all: a write that is kept back for a while would else find the time at which others are flushed. */
  async askKill(): Promise<void> {
    if (this.#opened === null) return;
    const { killing } = this.#opened;
    if ('tested' in killing) {
      this.#asked.kill = killing;
      return;
    }
    const { crashUrl, otherwise } = killing;
    const found = await this.ask('kill', { killCommand: killCommand(crashUrl) });
    this.#asked.kill = !isUnkillable(found)
      ? found
      : 'tested' in otherwise
        ? otherwise
        : await this.#killAlone(otherwise);
  }

  async #killAlone(start: () => Promise<Alone>): Promise<Measured | NotTested> {
    try {
      const { base, crashUrl, close } = await start();
      return await this.ask('kill', { base, killCommand: killCommand(crashUrl) }).finally(close);
    } catch (error) {
      if (!isProbeError(error)) throw error;
      return notTested(describeError(error));
    }
  }

  /** Tells whether it answers at all, and how long its numbers take to stand still. */
  async askReads(): Promise<void> {
    if (!this.isOpen || this.#asking.signal.aborted) return;
    const reads = await this.ask('reads');
    this.#asked.reads = reads;
    this.#out = isOut(reads);
    if (this.#out === null && !this.#asking.signal.aborted && losesWrites(reads))
      this.#asked.slowReads = await this.ask('slowReads');
    if (this.subject.settleMs === null && isFresh(reads)) this.#settleMs = FRESH_MS;
  }

  /** What is only counted. */
  async askCounts(): Promise<void> {
    if (this.#opened === null) return;
    for (const question of ['burst', 'spaced', 'retry'] as const) {
      if (this.#asking.signal.aborted) return;
      const why = this.#out ?? (question === 'retry' && !hasKey(this.#opened.base) ? NO_KEY : null);
      this.#asked[question] = why ?? (await this.ask(question));
    }
  }

  /** Carries out one measurement. */
  async ask(question: Question, { base, killCommand = null, turn = 0 }: How = {}): Promise<Measured> {
    const { rounds, signal, board } = this.#asking;
    const counter = base ?? this.#opened?.base;
    if (counter === undefined) throw new Error(`${this.subject.id} is not open`);
    const scenario = measurement(counter, question, { rounds, settleMs: this.#settleMs, killCommand });
    const inVain = new AbortController();
    const end = board.begin(this.subject.id, question, question === 'timed' ? `, turn ${turn + 1}` : '');
    try {
      return await probe(scenario, {
        seed: (this.#asking.seed + SEEDS[question] + turn) % MOST_SEED,
        signal: AbortSignal.any([signal, inVain.signal]),
        onProgress: (event) => board.tell(this.subject.id, event),
        onHistory: { header: () => {}, entry: (entry) => void (knowsNoKill(entry) && inVain.abort()) },
      });
    } finally {
      end();
    }
  }

  /** The row as it is told. */
  told(ratio: Cell<LatencyRatio> | undefined): ComparedRow {
    const { id, of, title, toRun } = this.subject;
    const row = { id, of, title, toRun, skipped: this.#skipped };
    if (this.#opened === null) return { ...row, settleMs: null, answers: null };
    const timed = this.#out ?? this.timed;
    const asked = { ...this.#asked, ...(timed === null ? {} : { timed }) };
    return { ...row, settleMs: this.#settleMs, answers: answersOf(asked, rateOf, ratio) };
  }
}

const knowsNoKill = (entry: HistoryEntry): boolean =>
  !isOperation(entry) && isRun(entry) && entry.exitCode === NOTHING_TO_KILL;
