import { createContext, Script } from 'node:vm';

/** Why there is no value where a pattern was not done with a text in time. */
export const TOO_LONG = 'the pattern took too long';

/** Every other call waits meanwhile, the deadline and an interruption too. */
const MOST_MS = 200;

/** A text this many steps long at worst is looked through in a few milliseconds. */
const FEW_STEPS = 1e6;

const context = createContext({ work: null });
const script = new Script('work()');

/** What the work gives; null when it was not done in time. Of plain, synchronous work only: it is ended wherever it is. */
export function inTime<T>(work: () => T): { readonly done: T } | null {
  context.work = work;
  try {
    return { done: script.runInContext(context, { timeout: MOST_MS }) as T };
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  } finally {
    context.work = null;
  }
}

/** The first place in a text that a pattern matches, `done: null` for none; null when that could not be told in time. */
export function firstMatch(pattern: string, text: string): { readonly done: RegExpExecArray | null } | null {
  const match = () => new RegExp(pattern, 'm').exec(text);
  return isQuick(pattern, text.length) ? { done: match() } : inTime(match);
}

/** A guard costs a tenth of a millisecond, which most matches need not pay. */
function isQuick(pattern: string, length: number): boolean {
  const plain = pattern
    .replace(/\\k</g, '\\1')
    .replace(/\\[^1-9]/g, '_')
    .replace(/\[(?:[^\]\\]|\\.)*\]/g, '_')
    .replace(/\(\?/g, '(');
  if (/\)[*+?{]|\\[1-9]/.test(plain)) return false;
  const repeats = plain.match(/[*+?{]/g)?.length ?? 0;
  return length ** (repeats + 1) <= FEW_STEPS;
}
