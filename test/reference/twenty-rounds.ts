import { expect, it } from 'vitest';
import { probe } from '../../src/probe.ts';
import type { Design, DesignOptions } from '../../src/reference/design.ts';
import { scenarioFromFlags } from '../../src/scenario/flags.ts';
import type { ScenarioResult } from '../../src/verdict/report.ts';
import { certified } from '../support/certified.ts';
import { describeEach } from './backends.ts';
import { countersAtOnce } from './counters-at-once.ts';

/** Rounds that count: those in which all ten writes were in flight together. */
const ROUNDS = 20;
/** Enough for a wrong one, whose every round is waited for until it stands still; of Workers KV all are asked. */
const FEWER = 10;
const roundsOf = ({ id, right }: Design): number => (right || id === 'workers-kv' ? ROUNDS : FEWER);
/** A few more are run, for another program on the machine may tear a release apart. */
const SPARE = 4;
/**
 * Short times, so that twenty rounds take seconds; a cached read must be over before a lost write is called lost. The rate
 * limit must outlast a burst on a busy machine: a write that comes after it overwrites, as it does on the real thing.
 */
const SHORT: DesignOptions = { port: 0, ttlMs: 100, limitMs: 300 };
const LATE: DesignOptions = { ...SHORT, lagMs: 60 };
const OPTIONS: Readonly<Record<string, DesignOptions>> = { 'redis-replica-read': LATE, 'postgres-replica-read': LATE };
const SETTLE_MS: Readonly<Record<string, number>> = {
  'memory-cached-read': 250,
  'workers-kv-two-locations': 250,
  'licence-revocation': 250,
  'redis-replica-read': 250,
  'postgres-replica-read': 250,
};

async function twentyRounds(design: Design, seed: number): Promise<ScenarioResult> {
  const server = await design.start(OPTIONS[design.id] ?? SHORT);
  try {
    const settle = `${SETTLE_MS[design.id] ?? 100}ms`;
    const flags = { url: `${server.url}/counter`, rounds: String(roundsOf(design) + SPARE), spacing: '5ms', settle };
    const scenario = { ...scenarioFromFlags(flags, { env: {} }), quietMs: 20 };
    const { history, result } = await probe(scenario, { seed });
    return certified(history, result);
  } finally {
    await server.close();
  }
}

/** Of ten that are let go together. A server that is quick to answer lets a few more through, a standby that catches up too, and two regions half. */
const LEAST_LOST: Readonly<Record<string, number>> = {
  'redis-get-set': 1,
  'postgres-read-write': 1,
  'postgres-replica-read': 1,
  'redis-replica-read': 1,
  'dynamodb-get-put': 1,
  'dynamodb-two-regions': 1,
  'sqlite-read-write': 1,
  'workers-kv-two-locations': 1,
};

const lostOf = (result: ScenarioResult) => result.phases.reduce((sum, phase) => sum + (phase.lost.min ?? 0), 0);

/** The first so many bursts that were whole. */
function bursts(result: ScenarioResult, rounds: number) {
  const whole = result.phases.filter((phase) => phase.kind === 'concurrent' && phase.overlap.maxInFlight === 10);
  expect(whole.length).toBeGreaterThanOrEqual(rounds);
  return whole.slice(0, rounds);
}

/** Twenty rounds of each, or ten: a wrong one is caught in every one, a right one in none. */
export function detects(chosen: readonly Design[]): void {
  describeEach(chosen, (design) => {
    const rounds = roundsOf(design);
    if (design.right) {
      it(`is never accused in ${rounds} rounds`, { timeout: 120_000 }, async () => {
        const result = await twentyRounds(design, 1);
        expect(result.findings.map((finding) => `${finding.code}: ${finding.message}`)).toEqual([]);
        expect({ verdict: result.verdict, wrong: result.rounds.wrong, lost: lostOf(result) }).toEqual({
          verdict: 'pass',
          wrong: 0,
          lost: 0,
        });
        bursts(result, rounds);
      });
    } else {
      it(`is caught with ${design.finding} in ${rounds} of ${rounds} rounds, silently`, {
        timeout: 120_000,
      }, async () => {
        const result = await twentyRounds(design, 2);
        const [finding] = result.findings.filter((one) => one.code === design.finding);
        expect(result.verdict).toBe('fail');
        expect(finding).toMatchObject({ silent: true });
        expect(finding?.witness.length).toBeGreaterThan(1);
        const least = LEAST_LOST[design.id] ?? 7;
        expect(bursts(result, rounds).map((phase) => (phase.lost.min ?? 0) >= least)).toEqual(Array(rounds).fill(true));
      });
    }
  });
}

/** What a design runs on: each has a file of its own, for none is to last too long. */
const BACKENDS = ['ioredis', 'pg', 'dynalite', 'miniflare'] as const;

const backendOf = ({ needs }: Design) => BACKENDS.find((name) => needs.some((spec) => spec.startsWith(`${name}@`)));

/** The counters on one of these packages; null: all others. */
export const countersOn = (backend: (typeof BACKENDS)[number] | null): readonly Design[] =>
  countersAtOnce.filter((design) => (backendOf(design) ?? null) === backend);
