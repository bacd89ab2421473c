import { z } from 'zod';
import { LIMITS } from '../parts/defaults.ts';
import { LEVEL, LEVEL_TAKES } from '../text/level.ts';
import { expectation } from './schema/expect.ts';
import { limit } from './schema/limit.ts';
import { outcome } from './schema/outcome.ts';
import { phase } from './schema/phases.ts';
import { reading } from './schema/reading.ts';
import { identities, step, write } from './schema/requests.ts';
import { decimal, duration, takes, text, wholeNumber } from './schema/words.ts';

const OBJECTS = ['counter', 'quota', 'reservation', 'effect', 'custom'] as const;
type Readings = Record<string, z.output<typeof reading>>;
const A_READ = takes('a map of readings, or none');

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
    object: z
      .enum(OBJECTS, takes('counter, quota, reservation, effect or custom'))
      .optional()
      .describe('What is probed; counter'),
    require: z
      .string(takes(LEVEL_TAKES))
      .meta({ pattern: LEVEL.source })
      .optional()
      .describe('What reads are held to: eventual, read-your-writes, latest or bounded:<time>; eventual'),
    limit: limit.optional().describe('Of a quota: how many are admitted, of a reservation: how many there are'),
    step: decimal.optional().describe('How far one write moves the number; 1'),
    setup: z
      .array(step, takes('a list of requests'))
      .optional()
      .describe('Requests before every round, in order; one that fails makes the run inconclusive'),
    identities: identities.optional().describe('Clients of their own, each with cookies, headers and a connection'),
    write: write.describe('The request that is sent many times, each a write that must count once'),
    outcome: outcome
      .optional()
      .describe('What an answer to a write says, by name; any other answer leaves its effect unknown'),
    load: z
      .array(phase, takes('a list of phases'))
      .min(1, takes('a list with at least one phase'))
      .optional()
      .describe('Phases of a round, in order; ten writes together, then ten spaced'),
    read: z
      .union([z.record(z.string(), reading, A_READ), z.literal('none', A_READ).transform((): Readings => ({}))], A_READ)
      .optional()
      .describe('Numbers that are read before and after each phase, by name; none: nothing is read'),
    expect: expectation
      .optional()
      .describe('What readings and counts of answers are held to, by name; as the object says when left out'),
    rounds: wholeNumber(LIMITS.rounds).optional().describe('How often all of it is done; 1'),
    settle: duration.optional().describe('How long a value must stand still before a write counts as lost; 2s'),
    timeout: duration.optional().describe('Time for a request; 10s'),
  },
  takes('a map'),
);

export type RawScenario = z.output<typeof scenarioSchema>;

/** JSON Schema (draft-07) of a scenario file, for editors. */
export function scenarioJsonSchema(): Record<string, unknown> {
  return { title: 'counter-probe scenario', ...z.toJSONSchema(scenarioSchema, { target: 'draft-7', io: 'input' }) };
}
