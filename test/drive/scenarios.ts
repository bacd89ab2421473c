import { parseScenario } from '../../src/scenario/load.ts';
import type {
  Condition,
  PhaseSpec,
  ReadingSpec,
  RequestSpec,
  Scenario,
  SetupSpec,
  WriteSpec,
} from '../../src/scenario/scenario.ts';
import { parseSelector } from '../../src/scenario/text/selector.ts';

type Of<Kind extends PhaseSpec['kind']> = Extract<PhaseSpec, { readonly kind: Kind }>;

const BASE = { write: null, abort: null };

/** Whatever a kind of phase does not need to be told in a test. */
const DEFAULTS: { readonly [Kind in PhaseSpec['kind']]: Omit<Of<Kind>, 'name'> } = {
  concurrent: { ...BASE, kind: 'concurrent', count: 4, connections: null, holdMs: 20 },
  spaced: { ...BASE, kind: 'spaced', count: 3, everyMs: 1, connections: 'fresh' },
  paced: { ...BASE, kind: 'paced', count: 5, everyMs: 10, arrivals: 'constant' },
  lanes: { ...BASE, kind: 'lanes', lanes: 2, each: 3 },
  mixed: { ...BASE, kind: 'mixed', count: 6, lanes: 2, readers: 1, everyMs: 0 },
  retry: {
    ...{ ...BASE, kind: 'retry', count: 1, lose: 'reply', times: 1, key: 'same' },
    ...{ by: 'client', giveUpAfterMs: null, everyMs: 0 },
  },
  replay: { ...BASE, kind: 'replay', count: 2, when: 'at-once', other: null, holdMs: 20, afterMs: 20 },
  wait: { ...BASE, kind: 'wait', forMs: 20 },
  quiet: { ...BASE, kind: 'quiet', forMs: 50 },
  run: { ...BASE, kind: 'run', command: 'exit 0', timeoutMs: 5_000 },
  request: { ...BASE, kind: 'request', step: { request: request('http://x/', 'GET'), expect: [[200, 299]], take: {} } },
};

export function phase<Kind extends PhaseSpec['kind']>(kind: Kind, given: Partial<Of<Kind>> = {}): PhaseSpec {
  return { ...DEFAULTS[kind], name: kind, ...given } as PhaseSpec;
}

export function request(url: string, method = 'POST', given: Partial<RequestSpec> = {}): RequestSpec {
  return { method, url, headers: [], body: null, timeoutMs: 2_000, ...given };
}

export const step = (of: RequestSpec, take: Readonly<Record<string, string>> = {}): SetupSpec => ({
  request: of,
  expect: [[200, 299]],
  take: Object.fromEntries(Object.entries(take).map(([name, selector]) => [name, parseSelector(selector)])),
});

export const write = (of: RequestSpec, steps: readonly SetupSpec[] = []): WriteSpec => ({ steps, request: of });

export function reading(url: string, given: Partial<ReadingSpec> = {}): ReadingSpec {
  return { name: 'total', request: request(url, 'GET'), take: null, as: 'number', info: {}, settleMs: 100, ...given };
}

export const when = (status: number, where: string | null = null, test: Partial<Condition> = {}): Condition => ({
  status: [[status, status]],
  where: where === null ? null : parseSelector(where),
  ...test,
});

/** A counter at `/c` that rises by what was acknowledged, with whatever a test changes of it. */
export function scenario(url: string, phases: readonly PhaseSpec[], given: Partial<Scenario> = {}): Scenario {
  const yaml = `version: 1
name: test
target: "${url}"
write: { request: POST /c }
read: { total: { request: GET /c, settle: 100ms } }
expect: { total: { risesBy: acknowledged, perPhase: true } }
load: [{ phase: spaced, count: 1 }]`;
  return { ...parseScenario(yaml, 'test.probe.yaml', { env: {} }), quietMs: 0, phases, ...given };
}
