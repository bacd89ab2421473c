import { pause } from '../clock.ts';

/** Does something again and again while something else is done, at most once in so many milliseconds; ends with it. */
export async function beside<T>(
  work: () => Promise<T>,
  again: () => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<T> {
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const repeating = repeat(again, everyMs, ended);
  try {
    return await work();
  } finally {
    over.abort();
    await repeating;
  }
}

async function repeat(again: () => Promise<void>, everyMs: number, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const next = pause(everyMs, ended);
    await again();
    await next;
  }
}
