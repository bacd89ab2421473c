import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toRunOf } from '../../compare/to-run.ts';
import { ProbeError } from '../../errors.ts';
import type { Design, DesignOptions } from '../../reference/design.ts';
import { availability, designs, findDesign } from '../../reference/registry.ts';
import { scenarioFromFlags } from '../../scenario/flags.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { ComparedRow, ToRun } from '../../verdict/comparison.ts';
import type { CliIo } from '../io.ts';
import { unknownWord } from '../nearest.ts';
import { scenariosOf } from '../run/input.ts';
import { type CompareFlags, serversOf } from './flags.ts';

/** One row to be measured. */
export interface Subject extends Pick<ComparedRow, 'id' | 'of' | 'title' | 'toRun'> {
  /** Why it cannot be measured here; null when it can. */
  readonly skipped: string | null;
  /** Scenario files that are not ours have their own settling time. */
  readonly settleMs: number | null;
  /** Makes it answer, and says where: the scenario that describes its counter, and how to end it. */
  readonly open: () => Promise<Opened>;
  /** Known before it is opened, for a scenario file. */
  readonly scenario: Scenario | null;
}

export interface Opened {
  readonly base: Scenario;
  /** What `POST /crash` is asked of; null: nothing of it may be killed. */
  readonly url: string | null;
  readonly close: () => Promise<void>;
}

/** What the words of a command line name, in their order, each once. Throws a ProbeError. */
export async function subjectsOf(
  words: readonly string[],
  flags: CompareFlags,
  io: CliIo,
): Promise<readonly Subject[]> {
  const ids = designs.filter(({ object }) => object === 'counter').map(({ id }) => id);
  if (words.length === 0) {
    throw new ProbeError('usage', 'nothing to compare was named', {
      mend: `name scenario files, or ${ids.join(', ')}`,
    });
  }
  const servers = serversOf(flags);
  const parts: (Subject | string)[] = [];
  for (const word of new Set(words)) {
    const design = findDesign(word);
    if (design === null && !(await isThere(word, io))) throw unknownWord('design or scenario file', word, ids);
    parts.push(design === null ? word : await ofDesign(design, servers));
  }
  const paths = parts.filter((part) => typeof part === 'string');
  const files = paths.length === 0 ? [] : await scenariosOf(paths, scenarioFlags(flags), io);
  const inPlace = files.map(ofScenario);
  // A folder may hold several files; all of them stand where the first one was named.
  return parts.flatMap((part) => (typeof part !== 'string' ? [part] : part === paths[0] ? inPlace : []));
}

const isThere = async (word: string, { cwd }: CliIo): Promise<boolean> =>
  (await stat(resolve(cwd, word)).catch(() => null)) !== null;

const scenarioFlags = ({ var: values, varsFile, secret }: CompareFlags) => ({
  ...(values === undefined ? {} : { var: [...values] }),
  ...(varsFile === undefined ? {} : { varsFile }),
  ...(secret === undefined ? {} : { secret: [...secret] }),
});

async function ofDesign(design: Design, servers: DesignOptions): Promise<Subject> {
  const { id, title, kind, object, needs } = design;
  if (object !== 'counter') {
    throw new ProbeError('usage', `${id} serves a ${object}, and counters are compared`, { mend: 'leave it out' });
  }
  const { why } = await availability(design, servers);
  return {
    ...{ id, of: 'design' as const, title, toRun: toRunOf(kind, needs), skipped: why, settleMs: null, scenario: null },
    async open() {
      const { url, close } = await design.start({ port: 0, ...servers });
      return { base: counterAt(url, id), url, close };
    },
  };
}

/** The counter of a reference design, one for each round, with a key in every write. */
function counterAt(url: string, id: string): Scenario {
  const counter = `${url}/counters/{{id}}`;
  const flags = { url: `${counter}/increment`, request: 'POST', read: counter, take: '$.value' };
  const header = ['Idempotency-Key: {{key}}'];
  const scenario = scenarioFromFlags({ ...flags, header, var: ['id=compare-{{run_id}}-{{round}}'] }, { env: {} });
  return { ...scenario, name: id };
}

function ofScenario(scenario: Scenario): Subject {
  const { file, name, object, readings, settleMs } = scenario;
  const id = file ?? name;
  if (object === 'quota' || object === 'reservation' || readings.length === 0) {
    const what = readings.length === 0 ? 'reads no number' : `is about a ${object}`;
    throw new ProbeError('scenario', `${id}: it ${what}, and counters are compared`, { mend: 'leave it out' });
  }
  return {
    ...{ id, of: 'scenario' as const, title: name, toRun: OWN, skipped: null, settleMs, scenario },
    open: async () => ({ base: scenario, url: null, close: async () => {} }),
  };
}

const OWN: ToRun = { kind: null, services: ['your own service'], packages: [] };
