import { isSensitive } from '../../plan/redact.ts';
import type { Call } from '../../plan/render.ts';
import { header } from './body.ts';
import type { Answer } from './exchange.ts';

export const MAX_REDIRECTS = 20;

/** What a GET in place of a write does not carry on: its body's headers, and the id of the attempt. */
const OF_THE_WRITE = /^(content-.*|counter-probe-attempt)$/i;

export type Next = { readonly call: Call } | { readonly refused: string };

/**
 * The call that a redirect asks for, as curl makes it: 307 and 308 keep method and body; 303, and 301 and 302 after a
 * POST, become a GET. null: not a redirect. A redirect to another host is refused: only the host given is talked to.
 */
export function nextCall(call: Call, answer: Answer): Next | null {
  const location = header(answer, 'location');
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return null;
  const from = new URL(call.url);
  const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (to === null || !/^https?:$/.test(to.protocol)) return { refused: 'a redirect to something that is no HTTP URL' };
  if (to.hostname !== from.hostname) return { refused: `a redirect to another host (${to.hostname}) is not followed` };
  if (from.protocol === 'https:' && to.protocol === 'http:')
    return { refused: 'a redirect from HTTPS to HTTP is not followed' };
  const keeps = answer.status >= 307 || (answer.status !== 303 && call.method !== 'POST') || call.method === 'HEAD';
  // Another port is another server: it gets no credentials.
  const kept = to.origin === from.origin ? call.headers : call.headers.filter(([name]) => !isSensitive(name));
  if (keeps) return { call: { ...call, url: to.href, headers: kept } };
  const headers = kept.filter(([name]) => !OF_THE_WRITE.test(name));
  return { call: { ...call, url: to.href, method: 'GET', headers, body: null } };
}
