import { confidence } from '../../check/statistics/confidence.ts';
import { answersOf, isFresh, isOut } from '../../compare/answers.ts';
import { isUnkillable, NOTHING_TO_KILL } from '../../compare/kept.ts';
import { type Measured, notTested } from '../../compare/measured.ts';
import { type Extent, hasKey, measurement, type Question } from '../../compare/measurements.ts';
import { losesWrites } from '../../compare/read-cells.ts';
import { probe } from '../../probe.ts';
import type { Answers, NotTested } from '../../verdict/comparison.ts';
import type { Progress } from '../progress.ts';
import type { Opened } from './subjects.ts';

/** How long a number of a design must stand still: where reads were seen to lag, and where none was. */
const [LAGGING_MS, FRESH_MS] = [1_500, 300];
const MOST_SEED = 2 ** 31 - 1;

export interface Asking {
  readonly rounds: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** The live line while one question is asked. */
  readonly live: (question: Question) => Progress;
}

export interface AskedRow {
  readonly answers: Answers;
  readonly settleMs: number;
}

type Ask = (question: Question, extent: Extent) => Promise<Measured>;

/** One kill tells whether there is a way to kill it; then as many as are asked for. */
async function askKill({ url }: Opened, extent: Extent, ask: Ask): Promise<void> {
  if (url === null) return;
  const once = await ask('killOnce', { ...extent, settleMs: FRESH_MS });
  if (!isUnkillable(once)) await ask('kill', extent);
}

/** Asks one counter all questions, one after another. `settleMs` null: as short as its reads allow. */
export async function askAll(opened: Opened, settleMs: number | null, asking: Asking): Promise<AskedRow> {
  const asked: Partial<Record<Question, Measured | NotTested>> = opened.url === null ? { kill: NOT_OURS } : {};
  const ask: Ask = async (question, extent) => {
    const { rounds } = asking;
    const seed = (asking.seed + SEEDS[question]) % MOST_SEED;
    const live = asking.live(question);
    const told = { seed, signal: asking.signal, onProgress: live.tell, onHistory: live };
    const found = await probe(measurement(opened.base, question, { ...extent, rounds }), told).finally(live.end);
    asked[question] = found;
    return found;
  };
  const first: Extent = {
    rounds: asking.rounds,
    settleMs: settleMs ?? LAGGING_MS,
    killCommand: opened.url === null ? null : killCommand(opened.url),
  };
  // First of all: a write that is kept back for a while would else find the time at which others are flushed.
  await askKill(opened, first, ask);
  const reads = await ask('reads', first);
  const out = isOut(reads);
  if (out === null && !asking.signal.aborted && losesWrites(reads)) await ask('slowReads', first);
  const extent = { ...first, settleMs: settleMs ?? (isFresh(reads) ? FRESH_MS : LAGGING_MS) };
  for (const question of ['burst', 'spaced', 'retry', 'latency'] as const) {
    if (asking.signal.aborted) break;
    const why = out ?? (question === 'retry' && !hasKey(opened.base) ? NO_KEY : null);
    if (why !== null) asked[question] = why;
    else await ask(question, extent);
  }
  return { answers: answersOf(asked, rateOf), settleMs: extent.settleMs };
}

/** Each measurement has ids of its own, so that no two share a counter. */
const SEEDS: Readonly<Record<Question, number>> = {
  ...{ reads: 0, slowReads: 1, burst: 2, spaced: 3, retry: 4, latency: 5, killOnce: 6, kill: 7 },
};

const rateOf = (wrong: number, of: number) => confidence(wrong, of).wrongRoundRate;

const NO_KEY = notTested('no key: no write carries {{key}}');
const NOT_OURS = notTested('a service of your own is not killed');

const KILL =
  "fetch(process.argv[1],{method:'POST'}).then(r=>process.exit(r.ok?0:r.status===404?+process.argv[2]:1),()=>process.exit(1))";

/** Asks the design to have its process killed; an exit code of its own for one that has no such request. */
const killCommand = (url: string): string => `"${process.execPath}" -e "${KILL}" ${url}/crash ${NOTHING_TO_KILL}`;
