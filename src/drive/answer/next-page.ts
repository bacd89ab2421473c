import type { Json } from '../../plan/plan.ts';
import { decode, header } from '../http/body.ts';
import type { Answer } from '../http/exchange.ts';
import { parseExact } from './take.ts';

const NEXT = [
  'next',
  'next_page',
  'nextPage',
  'next_cursor',
  'nextCursor',
  'nextPageToken',
  'next_page_token',
] as const;
const MORE = ['has_more', 'hasMore', 'has_next', 'hasNext', 'hasNextPage'] as const;
const AROUND = ['links', '_links', 'paging', 'pagination', 'page', 'meta', 'pageInfo', 'page_info'] as const;

/** What in an answer says that a list goes on, e.g. `Link rel=next`, `$.next`; null where nothing does. */
export function nextPage(answer: Answer): string | null {
  if (/;\s*rel="?next"?/i.test(header(answer, 'link') ?? '')) return 'Link rel=next';
  const body = decode(answer);
  const json = 'broken' in body ? undefined : parseExact(body.text);
  if (!isMap(json)) return null;
  const own = nextIn(json, '$');
  if (own !== null) return own;
  for (const name of AROUND) {
    const inside = json[name];
    const found = isMap(inside) ? nextIn(inside, `$.${name}`) : null;
    if (found !== null) return found;
  }
  return null;
}

type JsonMap = { readonly [name: string]: Json };

const isMap = (json: Json | undefined): json is JsonMap =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

function nextIn(map: JsonMap, path: string): string | null {
  const next = NEXT.find((name) => isPlace(map[name])) ?? MORE.find((name) => map[name] === true);
  return next === undefined ? null : `${path}.${next}`;
}

/** A URL, a cursor or the number of a page. */
const isPlace = (value: Json | undefined): boolean =>
  (typeof value === 'string' && value !== '') || (typeof value === 'number' && value > 0) || isMap(value);
