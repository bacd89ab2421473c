import { createHash } from 'node:crypto';
import type { Call } from '../../plan/render.ts';
import { header } from '../http/body.ts';
import type { Answer } from '../http/exchange.ts';

/** One answer, date and body, seen over so long was kept somewhere: a server dates its answers anew. */
const SAME_DATE_MS = 3_000;
/** Requests whose answers are remembered. */
const MOST_REMEMBERED = 10_000;
/** `X-Cache`, `X-Cache-Status`, `CF-Cache-Status`, `X-Vercel-Cache` and the like; what a lookup found is not yet what was sent. */
const CACHE_HEADER = /^(?:[a-z0-9-]+-)?cache(?:-status)?$/;

interface Seen {
  readonly date: string;
  readonly body: string;
  readonly sinceNs: number;
}

/** Notices answers that came out of a cache. An ETag that stays is no sign: a lost update leaves the same body too. */
export class Caches {
  readonly #seen = new Map<string, Seen>();

  /** What shows that an answer was kept by a cache, for people; null where nothing does. */
  notice(call: Call, answer: Answer | null, nowNs: number): string | null {
    if (answer === null) return null;
    return fromAge(answer) ?? fromHeaders(answer) ?? this.#fromDate(call, answer, nowNs);
  }

  #fromDate(call: Call, answer: Answer, nowNs: number): string | null {
    const date = header(answer, 'date');
    if (date === null) return null;
    const request = `${call.method} ${call.url}`;
    const body = createHash('sha256').update(answer.body).digest('base64');
    const known = this.#seen.get(request);
    if (known?.date !== date || known.body !== body) {
      if (known !== undefined || this.#seen.size < MOST_REMEMBERED)
        this.#seen.set(request, { date, body, sinceNs: nowNs });
      return null;
    }
    const ms = (nowNs - known.sinceNs) / 1e6;
    return ms >= SAME_DATE_MS ? `Date: ${date}, the same for ${(ms / 1_000).toFixed(1)} s` : null;
  }
}

function fromAge(answer: Answer): string | null {
  const age = header(answer, 'age')?.trim() ?? '';
  return /^\d+$/.test(age) && Number(age) > 0 ? `Age: ${age}` : null;
}

function fromHeaders({ headers }: Answer): string | null {
  const found = headers.find(([name, value]) => (name === 'cache-status' ? isHit(value) : saysHit(name, value)));
  return found === undefined ? null : `${found[0]}: ${found[1]}`;
}

/** HIT, TCP_HIT, Hit from cloudfront; and what was sent though it was out of date. */
const saysHit = (name: string, value: string): boolean =>
  CACHE_HEADER.test(name) && /(?:^|[^a-z-])hit\b|^(?:stale|updating)$/i.test(value.trim());

/** RFC 9211: a list of caches, each with parameters; `hit` is true where it stands alone or as `hit=?1`. */
function isHit(value: string): boolean {
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return unquoted.split(',').some((cache) =>
    cache
      .split(';')
      .slice(1)
      .some((parameter) => /^hit(?:=\?1)?$/.test(parameter.trim())),
  );
}
