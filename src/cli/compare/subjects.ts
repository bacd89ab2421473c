import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { notTested } from '../../compare/measured.ts';
import { toRunOf } from '../../compare/to-run.ts';
import { ProbeError } from '../../errors.ts';
import type { Design, DesignOptions } from '../../reference/design.ts';
import { availability, designs, findDesign } from '../../reference/registry.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { ComparedRow, ToRun } from '../../verdict/comparison.ts';
import type { CliIo } from '../io.ts';
import { ALL_DESIGNS, unknownWord } from '../nearest.ts';
import { scenariosOf } from '../run/input.ts';
import { counterAt } from './counter-at.ts';
import { type CompareFlags, serversOf } from './flags.ts';
import { type Killing, killingOf } from './killing.ts';

/** One row to be measured. */
export interface Subject extends Pick<ComparedRow, 'id' | 'of' | 'title' | 'toRun'> {
  /** Why it cannot be measured here; null when it can. */
  readonly skipped: string | null;
  /** It has no number to compare, here or anywhere. */
  readonly unfit: boolean;
  /** Scenario files that are not ours have their own settling time. */
  readonly settleMs: number | null;
  /** Makes it answer, and says where: the scenario that describes its counter, and how to end it. */
  readonly open: () => Promise<Opened>;
  /** Known before it is opened, for a scenario file. */
  readonly scenario: Scenario | null;
}

/** One that answers. */
export interface Opened {
  readonly base: Scenario;
  readonly killing: Killing;
  readonly close: () => Promise<void>;
}

/** What the words of a command line name, in their order, each once. Throws a ProbeError, also when none of it counts. */
export async function subjectsOf(
  words: readonly string[],
  flags: CompareFlags,
  io: CliIo,
): Promise<readonly Subject[]> {
  const ids = designs.filter(({ object }) => object === 'counter').map(({ id }) => id);
  if (words.length === 0) {
    throw new ProbeError('usage', 'nothing to compare was named', {
      mend: `name scenario files, or counters: ${ALL_DESIGNS}`,
    });
  }
  const servers = serversOf(flags);
  const parts: (Subject | string)[] = [];
  for (const word of new Set(words)) {
    const design = findDesign(word);
    if (design === null && !looksLikePath(word) && !(await isThere(word, io)))
      throw unknownWord('design or scenario file', word, ids, ALL_DESIGNS);
    parts.push(design === null ? word : await ofDesign(design, servers));
  }
  const paths = parts.filter((part) => typeof part === 'string');
  const files = paths.length === 0 ? [] : await scenariosOf(paths, scenarioFlags(flags), io);
  const inPlace = files.map(ofScenario);
  // A folder may hold several files; all of them stand where the first one was named.
  const subjects = parts.flatMap((part) => (typeof part !== 'string' ? [part] : part === paths[0] ? inPlace : []));
  const [first] = subjects;
  if (first !== undefined && subjects.every(({ unfit }) => unfit)) {
    throw new ProbeError('usage', `${first.id}: ${first.skipped}`, {
      mend: `name a scenario file of a counter, or a design of one: ${ALL_DESIGNS}`,
    });
  }
  return subjects;
}

const looksLikePath = (word: string): boolean => /[/\\]|\.ya?ml$/.test(word);

const isThere = async (word: string, { cwd }: CliIo): Promise<boolean> =>
  (await stat(resolve(cwd, word)).catch(() => null)) !== null;

const scenarioFlags = ({ var: values, varsFile, secret }: CompareFlags) => ({
  ...(values === undefined ? {} : { var: [...values] }),
  ...(varsFile === undefined ? {} : { varsFile }),
  ...(secret === undefined ? {} : { secret: [...secret] }),
});

async function ofDesign(design: Design, servers: DesignOptions): Promise<Subject> {
  const { id, title, kind, object, needs } = design;
  const unfit = object !== 'counter';
  const skipped = unfit ? notCompared(`serves a ${object}`) : (await availability(design, servers)).why;
  return {
    ...{
      id,
      of: 'design' as const,
      title,
      toRun: toRunOf(kind, needs),
      skipped,
      unfit,
      settleMs: null,
      scenario: null,
    },
    async open() {
      const { url, close } = await design.start({ port: 0, ...servers });
      return { base: counterAt(url, id), killing: killingOf(design, url, servers), close };
    },
  };
}

const notCompared = (what: string): string => `it ${what}, and counters are compared`;

function ofScenario(scenario: Scenario): Subject {
  const { file, name, object, readings, settleMs } = scenario;
  const what =
    object === 'quota' || object === 'reservation'
      ? `is about a ${object}`
      : readings.length === 0
        ? 'reads no number'
        : null;
  const [skipped, unfit] = what === null ? [null, false] : [notCompared(what), true];
  return {
    ...{ id: file ?? name, of: 'scenario' as const, title: name, toRun: OWN, skipped, unfit, settleMs, scenario },
    open: async () => ({ base: scenario, killing: NOT_OURS, close: async () => {} }),
  };
}

const OWN: ToRun = { kind: null, services: ['your own service'], packages: [] };
const NOT_OURS = notTested('a service of your own is not killed');
