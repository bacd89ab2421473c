import { request } from 'undici';
import { afterAll, beforeAll } from 'vitest';
import type { Design, DesignOptions, RunningDesign } from '../../src/reference/design.ts';
import { findDesign } from '../../src/reference/registry.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into the JSON as it comes.
  readonly json: any;
}

type Headers = Readonly<Record<string, string>>;

/** One request to a running design, on a connection of its own; `body` is sent as JSON unless it is a text. */
export async function askOnce(
  url: string,
  asked: string,
  body: unknown = null,
  headers: Headers = {},
): Promise<Answer> {
  const [method = '', path = ''] = asked.split(' ');
  const text = body === null || typeof body === 'string' ? (body as string | null) : JSON.stringify(body);
  // A kept connection may be one to a process that was killed meanwhile.
  const reply = await request(url + path, { method, body: text, headers, reset: true });
  const read = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, json: read === '' ? null : JSON.parse(read) };
}

/** As `askOnce`, and goes on where 307 leads, as fetch does. */
export async function ask(url: string, asked: string, body: unknown = null, headers: Headers = {}): Promise<Answer> {
  const reply = await askOnce(url, asked, body, headers);
  if (reply.status !== 307) return reply;
  return ask(String(reply.headers.location), `${asked.split(' ')[0]} `, body, headers);
}

/** A window that all of a few requests at once fall into, however busy the machine. */
export const WIDE = { windowMs: 250 };

export type Ask = (asked: string, body?: unknown, headers?: Headers) => Promise<Answer>;

/** Runs a design for the tests of a block; a function that asks it. */
export function served(design: Design, options: DesignOptions = {}): Ask {
  let running: RunningDesign;
  beforeAll(async () => {
    running = await design.start(options);
  });
  afterAll(() => running.close());
  return (asked, body, headers) => ask(running.url, asked, body, headers);
}

/** So many of the same at once. */
export const atOnce = <T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));

/** How many answers had each status, as `200 200 429`. */
export const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted();

/** The design with this id; there must be one. */
export function designOf(id: string): Design {
  const design = findDesign(id);
  if (!design) throw new Error(`no design is called ${id}`);
  return design;
}
