import type { ReadingExpectation } from '../history/history.ts';
import type { PhaseSpec, ReadingSpec, Scenario } from '../scenario/scenario.ts';

/** What is asked of each counter, in the order it is asked; `timed` is one turn of timed writes. */
export type Question = 'kill' | 'reads' | 'slowReads' | 'burst' | 'spaced' | 'retry' | 'timed';

export interface Extent {
  /** Rounds of the burst; half as many of the spaced writes, and of kills. */
  readonly rounds: number;
  /** How long a value must stand still before a write counts as lost, in milliseconds. */
  readonly settleMs: number;
  /** The command that kills what has the number and starts it again; null: nothing does. */
  readonly killCommand: string | null;
}

/** Writes of a burst, and of the spaced writes. */
export const WRITES = 10;
export const KEYS = 20;
/** Writes are timed in turns with those of others. Fewest of which the largest bounds the 99th percentile at 95 %: 299. */
export const TURNS = 10;
const TURN_WRITES = 30;
/** Of each turn the first writes are not timed: they open the connection and find all of it cold. */
export const WARMING = 3;
/** Pause of the one who writes, while another reads. */
export const QUICK_MS = 30;
/** Longer than the caches and replicas that come with it lag behind, so that each write finds the one before. */
export const SLOW_MS = 600;
const [QUICK_WRITES, SLOW_WRITES] = [20, 6];
const DEADLINE_MS = 60_000;

/** The scenario that asks one question of the counter that another scenario describes: its requests, other phases. */
export function measurement(base: Scenario, question: Question, extent: Extent): Scenario {
  const [reading] = countedBy(base);
  const { untilMs: _, limit: _limit, unharmed: _unharmed, ...kept } = base;
  const isEffect = question === 'retry';
  const isTimed = question === 'timed';
  // What is timed is not read: other questions tell what was kept.
  const readings = isTimed ? [] : base.readings.filter(({ name }) => name === reading.reading).map(plainly(extent));
  return {
    ...kept,
    name: `${base.name}: ${question}`,
    object: isEffect ? 'effect' : 'counter',
    require: question === 'reads' || question === 'slowReads' ? 'read-your-writes' : 'eventual',
    returns: null,
    readings,
    phases: phasesOf(question, extent),
    expect: {
      readings: isTimed
        ? []
        : [{ ...reading, risesBy: isEffect ? 'keys' : 'acknowledged', perPhase: question !== 'kill' }],
      unique: false,
    },
    rounds: roundsOf(question, extent.rounds),
    settleMs: extent.settleMs,
    quietMs: isTimed ? 0 : base.quietMs,
    minOverlap: null,
    maxSpreadMs: null,
    deadlineMs: Math.min(base.deadlineMs, DEADLINE_MS),
  };
}

function roundsOf(question: Question, rounds: number): number {
  if (question === 'burst') return rounds;
  return question === 'spaced' || question === 'kill' ? Math.ceil(rounds / 2) : 1;
}

/** The reading that counts the writes of a scenario; empty where it has none. */
export function countedBy({ expect, readings }: Scenario): readonly [ReadingExpectation] {
  const told = expect.readings.find(({ risesBy }) => risesBy === 'acknowledged' || risesBy === 'keys');
  const reading = told?.reading ?? readings[0]?.name ?? '';
  const step = told?.step === undefined ? {} : { step: told.step };
  return [{ reading, risesBy: 'acknowledged', perPhase: true, ...step }];
}

/** No write is sent to help a reading. */
const plainly =
  ({ settleMs }: Extent) =>
  ({ info: { nudge: _, ...info }, ...reading }: ReadingSpec): ReadingSpec => ({ ...reading, info, settleMs });

const BASE = { write: null, abort: null } as const;

function phasesOf(question: Question, { killCommand }: Extent): readonly PhaseSpec[] {
  switch (question) {
    case 'burst':
      return [{ ...BASE, kind: 'concurrent', name: 'burst', count: WRITES, connections: null, holdMs: 100 }];
    case 'spaced':
      return [inTurn('spaced', WRITES, 50)];
    case 'retry':
      return [retry()];
    case 'reads':
      return [readBeside(QUICK_WRITES, QUICK_MS)];
    case 'slowReads':
      return [readBeside(SLOW_WRITES, SLOW_MS)];
    case 'timed':
      return [{ ...inTurn('timed', WARMING + TURN_WRITES, 0), connections: 1 } as PhaseSpec];
    case 'kill':
      return [
        inTurn('spaced', WRITES, 0),
        { ...BASE, kind: 'run', name: 'kill', command: killCommand ?? 'false', timeoutMs: 30_000 },
      ];
  }
}

const inTurn = (name: string, count: number, everyMs: number): PhaseSpec => ({
  ...{ ...BASE, kind: 'spaced', name, count, everyMs, connections: 'fresh' },
});

/** One client that writes and then reads, and one that only reads. */
const readBeside = (count: number, everyMs: number): PhaseSpec => ({
  ...{ ...BASE, kind: 'mixed', name: 'reads beside writes', count, lanes: 1, readers: 1, everyMs },
});

const retry = (): PhaseSpec => ({
  ...{ ...BASE, kind: 'retry', name: 'reply lost', count: KEYS, lose: 'reply', times: 1, key: 'same' },
  ...{ by: 'client', giveUpAfterMs: null, everyMs: 0 },
});

const KEY = /\{\{\s*key\s*\}\}/;

/** Whether each write carries a key that stays the same when it is sent again. */
export const hasKey = ({ write, vars }: Scenario): boolean => KEY.test(JSON.stringify([write, vars]));

const QUESTIONS: readonly Question[] = ['reads', 'slowReads', 'burst', 'spaced', 'retry', 'timed'];

/** Every phase that a service of somebody's own may be sent, round for round. */
export const allPhases = (base: Scenario, rounds: number): readonly PhaseSpec[] =>
  QUESTIONS.flatMap((question) => {
    const asked = measurement(base, question, { rounds, settleMs: 0, killCommand: null });
    const times = question === 'timed' ? TURNS : asked.rounds;
    return Array.from({ length: times }, () => asked.phases).flat();
  });
