import { z } from 'zod';
import { DEFAULTS, LIMITS } from '../parts/defaults.ts';
import { STATUSES_TAKE } from '../text/status.ts';
import { DURATION, DURATION_TAKES } from '../text/time.ts';

/** Says what a part takes; an unknown key keeps its own message. */
const takes = (what: string) => ({
  error: (issue: { readonly code?: string }) => (issue.code === 'unrecognized_keys' ? undefined : what),
});

const STATUS = /^\s*(?:[1-9][xX]{2}|[1-9]\d\d(?:-[1-9]\d\d)?)\s*(?:,\s*(?:[1-9][xX]{2}|[1-9]\d\d(?:-[1-9]\d\d)?)\s*)*$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const text = (what: string) => z.string(takes(what)).min(1, takes(what));
const wholeNumber = (most: number) => {
  const what = takes(`a whole number from 1 to ${most.toLocaleString('en')}`);
  return z.int(what).min(1, what).max(most, what);
};
const duration = z.union([z.literal(0), z.string().regex(DURATION, takes(DURATION_TAKES))], takes(DURATION_TAKES));
const someStatuses = takes(STATUSES_TAKE);
const status = z.union(
  [z.int().min(100, someStatuses).max(999, someStatuses), z.string().regex(STATUS, someStatuses)],
  someStatuses,
);
const statuses = z.union([status, z.array(status).min(1, someStatuses)], someStatuses);
const selector = text('a selector: $.path, /pointer, header:Name, regex:(\\d+) or text').max(
  1_000,
  takes('a selector of up to 1,000 characters'),
);
const decimal = z.union([z.number(), z.string().regex(DECIMAL, takes('a number'))], takes('a number'));
const texts = (what: string) => z.record(z.string(), z.string(takes('a text; quote it')), takes(what));
const aChange = takes('acknowledged or a number');
const change = z.union([z.literal('acknowledged'), z.number(), z.string().regex(DECIMAL, aChange)], aChange);

const requestParts = {
  request: text('a method and a path or URL, such as POST /counter').describe(
    'Method and path or URL; without a method GET',
  ),
  headers: texts('a map of names and values').optional().describe('Headers, by name'),
  json: z.json(takes('a JSON value')).optional().describe('Body, sent as JSON'),
  form: texts('a map of fields').optional().describe('Body, sent as a form'),
  body: z.string(takes('a text')).optional().describe('Body, sent as it is'),
  bodyFile: text('the path of a file').optional().describe('Body from a file beside the scenario, sent as it is'),
  timeout: duration.optional().describe('Time for this request; the timeout of the scenario'),
};

const setup = z.strictObject(
  {
    ...requestParts,
    expect: z
      .strictObject({ status: statuses.describe('Statuses that let the round go on; 2xx') }, takes('a map with status'))
      .optional()
      .describe('What must be answered'),
    take: z
      .record(z.string(), selector, takes('a map of names and selectors'))
      .optional()
      .describe('Values of the answer that later requests of the round use as {{name}}'),
  },
  takes('a map with a request'),
);

const write = z.strictObject(
  { ...requestParts, returns: selector.optional().describe('Where the answer holds the new value') },
  takes('a map with a request'),
);

const someConnections = takes('a number from 1 to 10,000, N or fresh');
const connections = z
  .union(
    [z.int().min(1, someConnections).max(LIMITS.concurrency, someConnections), z.enum(['N', 'fresh'])],
    someConnections,
  )
  .optional()
  .describe('Connections: fresh (a new one each write), N (as many as writes) or a number, kept and used in turn');
const phaseName = text('a name').optional().describe('Name in reports, of no other phase; the kind when left out');

const concurrent = z.strictObject({
  phase: z.literal('concurrent').describe('Writes released together'),
  count: wholeNumber(LIMITS.concurrency).describe('Writes'),
  connections,
  hold: duration.optional().describe(`How long the heads are held back before the release; ${DEFAULTS.holdMs}ms`),
  name: phaseName,
});

const spaced = z.strictObject({
  phase: z.literal('spaced').describe('Writes one after another'),
  count: wholeNumber(LIMITS.spaced).describe('Writes'),
  every: duration.optional().describe(`Pause after each answer; ${DEFAULTS.everyMs}ms`),
  connections,
  name: phaseName,
});

const phase = z.discriminatedUnion('phase', [concurrent, spaced], takes('a phase: concurrent or spaced'));

const reading = z.strictObject(
  {
    ...requestParts,
    take: selector.optional().describe('Where the number is; found by itself when left out'),
    as: z
      .enum(['number', 'count'], takes('number or count'))
      .optional()
      .describe('number, or count: how many nodes the selector finds; number'),
    settle: duration.optional().describe('As settle of the scenario; the longest of all readings holds'),
  },
  takes('a map with a request'),
);

const readingExpectation = z.strictObject(
  {
    risesBy: change.optional().describe('How far it rises: by every acknowledged write, or by a number'),
    fallsBy: change.optional().describe('How far it falls, likewise'),
    perPhase: z.boolean(takes('true or false')).optional().describe('Judge each phase alone; else the whole round'),
  },
  takes('a map with risesBy or fallsBy'),
);

const expect = z
  .object(
    { unique: selector.optional().describe('Where each answer holds a value that never repeats') },
    takes('a map of readings'),
  )
  .catchall(readingExpectation);

export const scenarioSchema = z.strictObject(
  {
    version: z.literal(1, takes('the number 1')).describe('Of the language'),
    name: text('a text').optional().describe('Name in reports; the name of the file'),
    target: text('a URL, such as http://127.0.0.1:8080').optional().describe('Where requests go that name a path only'),
    vars: z
      .record(
        z.string(),
        z.union([z.string(), z.number(), z.boolean()], takes('a text, a number, true or false')),
        takes('a map of names and values'),
      )
      .optional()
      .describe('Values for {{name}}, which --var and --vars-file replace'),
    object: z.enum(['counter'], takes('counter')).optional().describe('What is probed; counter'),
    require: z.enum(['eventual'], takes('eventual')).optional().describe('What reads are held to; eventual'),
    step: decimal.optional().describe('How far one write moves the number; 1'),
    setup: z
      .array(setup, takes('a list of requests'))
      .optional()
      .describe('Requests before every round, in order; one that fails makes the run inconclusive'),
    write: write.describe('The request that is sent many times, each a write that must count once'),
    outcome: z
      .strictObject(
        {
          acknowledged: statuses.optional().describe('Statuses that say yes; 2xx'),
          rejected: statuses.optional().describe('Statuses that say no; 400-499 but 408, 425 and 499'),
        },
        takes('a map with acknowledged and rejected'),
      )
      .optional()
      .describe('What an answer to a write says; any other status leaves its effect unknown'),
    load: z
      .array(phase, takes('a list of phases'))
      .min(1, takes('a list with at least one phase'))
      .optional()
      .describe('Phases of a round, in order; ten writes together, then ten spaced'),
    read: z
      .record(z.string(), reading, takes('a map of readings'))
      .optional()
      .describe('Numbers that are read before and after each phase, by name'),
    expect: expect
      .optional()
      .describe('What readings are held to, by name; each rises by acknowledged in each phase when left out'),
    rounds: wholeNumber(LIMITS.rounds).optional().describe('How often all of it is done; 1'),
    settle: duration.optional().describe('How long a value must stand still before a write counts as lost; 2s'),
    timeout: duration.optional().describe('Time for a request; 10s'),
  },
  takes('a map'),
);

export type RawScenario = z.output<typeof scenarioSchema>;
export type RawRequest = Pick<RawScenario['write'], keyof typeof requestParts>;
export type RawPhase = NonNullable<RawScenario['load']>[number];

/** JSON Schema (draft-07) of a scenario file, for editors. */
export function scenarioJsonSchema(): Record<string, unknown> {
  return { title: 'counter-probe scenario', ...z.toJSONSchema(scenarioSchema, { target: 'draft-7', io: 'input' }) };
}
