import { createHash } from 'node:crypto';
import type { Json } from '../../plan/plan.ts';
import { decode } from '../http/body.ts';
import type { Answer } from '../http/exchange.ts';
import { parseExact } from './take.ts';

const LENGTH = 32;

/** The same for bodies that say the same: JSON whatever its spaces and the order of its members, else text. null: none. */
export function digest(answer: Answer | null): string | null {
  const body = answer && decode(answer);
  if (body === null || 'broken' in body) return null;
  return createHash('sha256').update(said(body.text)).digest('hex').slice(0, LENGTH);
}

function said(text: string): string {
  const json = parseExact(text);
  try {
    return json === undefined ? text : canonical(json);
  } catch {
    // Nested too deep to walk through.
    return text;
  }
}

/** One text for each value of JSON. */
export function canonical(json: Json): string {
  if (json === null || typeof json !== 'object') return JSON.stringify(json);
  if (Array.isArray(json)) return `[${json.map((item: Json) => canonical(item)).join()}]`;
  const members = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join()}}`;
}
