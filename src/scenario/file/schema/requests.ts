import { z } from 'zod';
import { duration, selector, statuses, takes, text, texts } from './words.ts';

const headers = texts('a map of names and values').optional().describe('Headers, by name');

/** What a request may be made of; `request` itself may be left out where another one is laid over. */
export const bodyParts = {
  headers,
  json: z.json(takes('a JSON value')).optional().describe('Body, sent as JSON'),
  form: texts('a map of fields').optional().describe('Body, sent as a form'),
  body: z.string(takes('a text')).optional().describe('Body, sent as it is'),
  bodyFile: text('the path of a file').optional().describe('Body from a file beside the scenario, sent as it is'),
  timeout: duration.optional().describe('Time for this request; the timeout of the scenario'),
};

export const request = text('a method and a path or URL, such as POST /counter').describe(
  'Method and path or URL; without a method GET',
);

export const requestParts = { request, ...bodyParts };

export const answered = {
  status: statuses.optional().describe('Statuses that let the round go on; 2xx'),
};

export const take = z
  .record(z.string(), selector, takes('a map of names and selectors'))
  .optional()
  .describe('Values of the answer that later requests of the round use as {{name}}');

export const step = z.strictObject(
  {
    ...requestParts,
    expect: z.strictObject(answered, takes('a map with status')).optional().describe('What must be answered'),
    take,
  },
  takes('a map with a request'),
);

const writeParts = {
  request: request.optional(),
  ...bodyParts,
  steps: z
    .array(step, takes('a list of requests'))
    .min(1, takes('a list with at least one request'))
    .optional()
    .describe('Instead of a request: what each write does in order, the last of it being the write'),
};

export const write = z
  .strictObject(
    { ...writeParts, returns: selector.optional().describe('Where the answer holds the new value') },
    takes('a map with a request'),
  )
  .meta({ anyOf: [{ required: ['request'] }, { required: ['steps'] }] });

/** What a phase lays over the write of the scenario. */
export const ownWrite = z
  .strictObject(writeParts, takes('a map with a request'))
  .optional()
  .describe('Instead of the write of the scenario; what it does not name stays');

export const identities = z.strictObject(
  {
    count: z
      .int(takes('a whole number from 1 to 10,000'))
      .min(1)
      .max(10_000)
      .describe('Clients; write i goes by number i mod count'),
    headers: headers.describe('Headers of each request of an identity, by name'),
    setup: z
      .array(step, takes('a list of requests'))
      .optional()
      .describe('Requests of each identity before every round, after setup'),
  },
  takes('a map with count'),
);

export type RawRequest = { readonly request?: string | undefined } & {
  readonly [Key in keyof typeof bodyParts]?: z.output<(typeof bodyParts)[Key]>;
};
export type RawStep = z.output<typeof step>;
export type RawWrite = z.output<typeof write>;
export type RawOwnWrite = NonNullable<z.output<typeof ownWrite>>;
export type RawIdentities = z.output<typeof identities>;
