import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { isFault } from '../../src/check/findings.ts';
import type { PhaseInfo } from '../../src/history/history.ts';
import type { ScenarioResult } from '../../src/verdict/report.ts';
import { headerOf, historyOf, type PhaseSketch, type RoundSketch } from '../support/history.ts';
import { runs } from '../support/runs.ts';

/** What happened in one phase of a made-up server, and how many unknown effects landed at each of its moments. */
interface Happened {
  readonly acknowledged: number;
  readonly rejected: number;
  readonly unknown: number;
  /** Unknown effects that land during the phase, and during the watch after it; as many as are still under way. */
  readonly landing: number;
  readonly landingAfter: number;
  /** Acknowledged writes that are dropped, effects that are added. */
  readonly dropped: number;
  readonly added: number;
}

interface Made {
  readonly sketches: readonly RoundSketch[];
  /** Some way of resolving the unknown writes makes every value that was read. */
  readonly explained: boolean;
}

const STEPS = ['1', '5', '-2', '0.1'] as const;

/** Plays the server: each acknowledged write counts in its phase, but for what is dropped and added. */
function play(rounds: readonly (readonly Happened[])[], step: string, oneKey: boolean): Made {
  let value = 7;
  let underWay = 0;
  let explained = true;
  const read = (): string => String(Number((value * Number(step)).toFixed(3)));
  const sketches = rounds.map((phases, r): RoundSketch => {
    if (!oneKey) [value, underWay] = [7 * (r + 1), 0];
    const before = [read()];
    const played = phases.map((phase): PhaseSketch => {
      const { acknowledged, rejected, unknown } = phase;
      underWay += unknown;
      const landing = Math.min(phase.landing, underWay);
      const rise = acknowledged - Math.min(phase.dropped, acknowledged) + phase.added + landing;
      value += rise;
      // The landings are all that can explain a rise above the acknowledged writes, and they cannot be negative.
      explained &&= rise >= acknowledged && rise - acknowledged <= underWay;
      underWay = Math.max(0, underWay - Math.max(0, rise - acknowledged));
      const after = read();
      const later = Math.min(phase.landingAfter, underWay);
      underWay -= later;
      value += later;
      return { acknowledged, rejected, unknown, after, ...(phase === phases.at(-1) ? { quiet: [read()] } : {}) };
    });
    return { key: oneKey ? 'one' : `key-${r}`, before, phases: played };
  });
  return { sketches, explained };
}

function happened(faults: boolean, watch: boolean): fc.Arbitrary<Happened> {
  return fc.record({
    acknowledged: fc.nat(6),
    rejected: fc.nat(3),
    unknown: fc.nat(3),
    landing: fc.nat(4),
    landingAfter: watch ? fc.nat(2) : fc.constant(0),
    dropped: faults ? fc.nat(3) : fc.constant(0),
    added: faults ? fc.nat(3) : fc.constant(0),
  });
}

const played = (faults: boolean, watch: boolean) =>
  fc
    .record({
      rounds: fc.array(fc.tuple(happened(faults, watch), happened(faults, watch)), { minLength: 1, maxLength: 4 }),
      step: fc.constantFrom(...STEPS),
      oneKey: fc.boolean(),
    })
    .map(({ rounds, step, oneKey }) => {
      const { sketches, explained } = play(rounds, step, oneKey);
      return { result: check(historyOf(sketches, headerOf({ step, setup: false }))), explained };
    });

const codes = ({ findings }: ScenarioResult): readonly string[] => findings.map(({ code }) => code);

describe('the verdict', () => {
  it('never accuses a server that keeps every acknowledged write, whenever the unknown ones land', () => {
    fc.assert(
      fc.property(played(false, true), ({ result }) => {
        expect(result.findings.filter(isFault)).toEqual([]);
        expect(codes(result)).not.toContain('CP304');
        expect(codes(result)).not.toContain('CP313');
      }),
      { numRuns: runs(200) },
    );
  });

  it('fails exactly when no way of resolving the unknown writes makes the values that were read', () => {
    fc.assert(
      fc.property(played(true, false), ({ result, explained }) => {
        expect(result.findings.some(isFault)).toBe(!explained);
        expect(result.verdict === 'fail').toBe(!explained);
      }),
      { numRuns: runs(200) },
    );
  });

  it('never passes without an acknowledged write in a round that was judged', () => {
    fc.assert(
      fc.property(played(true, true), ({ result }) => {
        const acknowledged = result.phases.reduce((n, phase) => n + phase.writes.acknowledged, 0);
        if (result.verdict === 'pass') expect(acknowledged).toBeGreaterThan(0);
      }),
    );
  });

  it('counts no more as lost in all phases than the findings say, and nothing of it in a pass', () => {
    fc.assert(
      fc.property(played(true, false), ({ result }) => {
        const lost = result.phases.reduce((n, phase) => n + (phase.lost.min ?? 0), 0);
        const told = result.findings
          .filter(({ code }) => code === 'CP101')
          .reduce((n, { count }) => n + (count.min ?? 0), 0);
        expect(lost).toBe(told);
      }),
    );
  });
});

const withPause: readonly PhaseInfo[] = [
  { index: 0, kind: 'concurrent', name: 'concurrent', count: 6, everyMs: null },
  { index: 1, kind: 'wait', name: 'wait', count: 0, everyMs: null },
  { index: 2, kind: 'spaced', name: 'spaced', count: 6, everyMs: 0 },
];

describe('the verdict where writes pause', () => {
  it('never accuses a server that keeps every acknowledged write, whenever the unknown ones land and whoever looks', () => {
    const phases = fc.tuple(happened(false, true), fc.boolean(), fc.nat(3), happened(false, true));
    fc.assert(
      fc.property(phases, fc.constantFrom(...STEPS), ([first, looks, lands, second], step) => {
        const pause = {
          acknowledged: 0,
          rejected: 0,
          unknown: 0,
          landing: lands,
          landingAfter: 0,
          dropped: 0,
          added: 0,
        };
        const { sketches } = play([[first, pause, second]], step, true);
        const seen = sketches.map(({ phases: all = [], ...round }) => ({
          ...round,
          phases: all.map((phase, i) => (i === 1 && !looks ? {} : phase)),
        }));
        const result = check(historyOf(seen, headerOf({ step, phases: withPause })));
        expect(result.findings.filter(isFault)).toEqual([]);
        expect(codes(result)).not.toContain('CP304');
        expect(codes(result)).not.toContain('CP313');
      }),
      { numRuns: runs(150) },
    );
  });
});
