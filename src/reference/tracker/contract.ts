import { badBody, checkedKey, done, keyIn, objectOf, ok, Refusal } from '../http/answer.js';
import type { Asked, Contract } from '../http/asked.ts';
import type { Tracker } from './tracker.ts';

const BOT = /bot|crawl|spider|slurp|preview|curl|python|http/i;

/** The HTTP contract of every tracker. A request without a `User-Agent` is taken for a bot's. */
export const trackerContract =
  (tracker: Tracker): Contract =>
  (url, asked) => {
    const { pathname, searchParams } = url;
    if (pathname === '/hit') return { GET: () => hit(searchParams.get('p') ?? '', asked, tracker) };
    if (pathname === '/stats') return { GET: () => stats(searchParams.get('key') ?? '', tracker) };
    if (pathname === '/budget') return { PUT: () => setBudget(asked, tracker) };
    const link = /^\/go\/([^/]+)$/.exec(pathname);
    if (!link) throw new Refusal(404, 'no such path; try /go/{id}, /hit?p=/path or /stats?key=clicks:{id}');
    return { GET: () => go(keyIn(link[1] ?? ''), asked, tracker) };
  };

const isPerson = (asked: Asked): boolean => !BOT.test(asked.header('User-Agent') ?? 'bot');

async function go(id: string, asked: Asked, tracker: Tracker) {
  await tracker.visit(id, isPerson(asked));
  return { status: 302, headers: { Location: `http://shop.invalid/${encodeURIComponent(id)}` }, body: null };
}

async function hit(path: string, asked: Asked, tracker: Tracker) {
  if (path === '') throw new Refusal(400, 'say which path was seen: /hit?p=/path');
  await tracker.see(checkedKey(path), isPerson(asked));
  return ok({ ok: true });
}

async function stats(key: string, tracker: Tracker) {
  if (key === '') throw new Refusal(400, 'say which key to read: /stats?key=clicks:{id}');
  return ok({ count: await tracker.read(checkedKey(key)) });
}

async function setBudget(asked: Asked, tracker: Tracker) {
  const { writes } = await objectOf(asked, '{"writes":1000}');
  if (typeof writes !== 'number' || !Number.isSafeInteger(writes) || writes < 0) throw badBody('{"writes":1000}');
  await tracker.setBudget(writes);
  return done;
}
