import { describe, expect, it } from 'vitest';
import { detectableWindowMs } from '../../../src/check/statistics/window.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { historyOf } from '../../support/history.ts';

const [write] = historyOf([{ phases: [{ acknowledged: 1 }, {}] }]).operations as readonly [Operation];
const flight = (sent: number, firstByte: number, changes: Partial<Operation> = {}): Operation => ({
  ...write,
  sent: Math.round(sent * 1e6),
  firstByte: Math.round(firstByte * 1e6),
  ...changes,
});

/** Even numbers from 0 to 1 that are the same in each run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Simulated {
  readonly bursts: readonly (readonly Operation[])[];
  /** The least time between two reads of one burst: every wider window lost a write. */
  readonly leastGapMs: number;
}

/** When a server read and when it answered, for writes handed over at some times (ms). */
type Server = (
  sent: readonly number[],
  roll: () => number,
) => readonly { readonly read: number; readonly answered: number }[];

/** Bursts of 10, handed over 0.02 ms apart on the average, as they are measured on one machine. */
function simulate(server: Server, rounds: number, roll: () => number): Simulated {
  let leastGapMs = Number.POSITIVE_INFINITY;
  const bursts = Array.from({ length: rounds }, () => {
    let at = 1;
    const sent = Array.from({ length: 10 }, () => (at += 0.04 * roll()));
    const served = server(sent, roll);
    const reads = served.map(({ read }) => read).sort((a, b) => a - b);
    for (let i = 1; i < reads.length; i += 1) {
      leastGapMs = Math.min(leastGapMs, (reads[i] as number) - (reads[i - 1] as number));
    }
    return sent.map((time, i) => flight(time, served[i]?.answered as number));
  });
  return { bursts, leastGapMs };
}

const exponential = (roll: () => number): number => -Math.log(1 - roll());

const SERVERS: Readonly<Record<string, Server>> = {
  'with an even delay before or after': (sent, roll) =>
    sent.map((time) => {
      const slack = 2 * roll();
      const read = time + 0.3 + slack * roll();
      return { read, answered: time + 0.8 + slack };
    }),
  'with long tails before the read and after the write': (sent, roll) =>
    sent.map((time) => {
      const read = time + 0.3 + exponential(roll);
      return { read, answered: read + 0.5 + exponential(roll) };
    }),
  'that takes one after another from a queue': (sent, roll) => {
    let free = 0;
    return sent.map((time) => {
      const read = Math.max(free, time + 0.2);
      free = read + 0.1 + 0.1 * roll();
      return { read, answered: free + 0.4 };
    });
  },
  'that is always as quick': (sent) => sent.map((time) => ({ read: time + 0.3, answered: time + 0.8 })),
};

describe('the smallest read-to-write window a run would have caught', () => {
  it.each(Object.entries(SERVERS))('was caught in 95 runs of 100 by a server %s', (_, server) => {
    for (const rounds of [1, 5, 20]) {
      const roll = dice(rounds);
      const runs = 400;
      let caught = 0;
      for (let i = 0; i < runs; i += 1) {
        const { bursts, leastGapMs } = simulate(server, rounds, roll);
        if (leastGapMs <= (detectableWindowMs(bursts) as number)) caught += 1;
      }
      // Three standard errors below 95 %.
      expect(caught / runs).toBeGreaterThanOrEqual(0.95 - 3 * Math.sqrt((0.95 * 0.05) / runs));
    }
  });

  it('is of the size of the true one, not merely safe', () => {
    const roll = dice(1);
    const runs = Array.from({ length: 200 }, () =>
      simulate(SERVERS['with an even delay before or after'] as Server, 1, roll),
    );
    const gaps = runs.map(({ leastGapMs }) => leastGapMs).sort((a, b) => a - b);
    const windows = runs.map(({ bursts }) => detectableWindowMs(bursts) as number).sort((a, b) => a - b);
    expect(windows[100] as number).toBeLessThan(8 * (gaps[190] as number));
  });

  it('shrinks with more rounds', () => {
    const { bursts } = simulate(SERVERS['with long tails before the read and after the write'] as Server, 40, dice(5));
    const [one, all] = [detectableWindowMs(bursts.slice(0, 1)) as number, detectableWindowMs(bursts) as number];
    expect(all).toBeLessThan(one);
  });

  it('is how far apart two writes are where each takes equally long', () => {
    expect(detectableWindowMs([[flight(1, 5), flight(1.25, 5.25)]])).toBeCloseTo(0.25, 5);
    expect(detectableWindowMs([[flight(1, 5), flight(1.25, 5.25), flight(1.3, 5.3)]])).toBeCloseTo(0.05, 5);
  });

  it('is no narrower than the answers are apart: a queue may have kept the reads so', () => {
    expect(detectableWindowMs([[flight(1, 5), flight(1.001, 9)]])).toBeGreaterThanOrEqual(3.8);
  });

  it('counts only writes that were acknowledged', () => {
    const refused = flight(1.01, 5.01, { counts: 'rejected' });
    expect(detectableWindowMs([[flight(1, 5), refused, flight(2, 6)]])).toBeCloseTo(1, 5);
    expect(detectableWindowMs([[flight(1, 5), refused]])).toBeNull();
    expect(detectableWindowMs([[flight(1, 5), flight(1, 5, { firstByte: null })]])).toBeNull();
    expect(detectableWindowMs([])).toBeNull();
  });
});
