import { hasHeader } from '../scenario/text/header.ts';
import { shellQuote } from '../scenario/text/shell.ts';
import type { Call } from './render.ts';

/**
 * One curl command line that sends a call as it is. `redact` is applied to each part before it is quoted, so that
 * quoting cannot hide a secret from it.
 */
export function toCurl(call: Call, redact: (text: string) => string = (text) => text): string {
  const { body, url } = call;
  const text = body === null ? null : asText(body);
  const words = ['curl', ...methodWords(call), ...(/[[\]{}]/.test(url) ? ['-g'] : []), url];
  for (const [name, value] of call.headers) words.push('-H', value === '' ? `${name};` : `${name}: ${value}`);
  for (const name of unwanted(call)) words.push('-H', `${name}:`);
  words.push('-m', String(call.timeoutMs / 1_000));
  if (text !== null) words.push('--data-raw', text);
  else if (body !== null) words.push('--data-binary', '@-');
  const line = words.map((word) => shellQuote(redact(word))).join(' ');
  return body === null || text !== null ? line : `printf %s ${redact(base64(body))} | base64 -d | ${line}`;
}

function methodWords({ method, body }: Call): readonly string[] {
  if (method === 'HEAD') return ['-I'];
  return method === (body === null ? 'GET' : 'POST') ? [] : ['-X', method];
}

/** Headers that curl would add by itself and that the call does not have. */
function unwanted({ headers, body }: Call): readonly string[] {
  const added = body === null ? ['Accept', 'User-Agent'] : ['Accept', 'User-Agent', 'Content-Type'];
  return added.filter((name) => !hasHeader(headers, name));
}

const base64 = (body: Uint8Array): string => Buffer.from(body).toString('base64');

/** The body as a word of a command line; null when it cannot be one. */
function asText(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
