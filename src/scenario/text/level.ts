import { Mistake } from './mistake.ts';
import { nearest } from './nearest.ts';
import { durationOf } from './time.ts';

/** Levels of consistency that take no time. */
const LEVELS = ['eventual', 'read-your-writes', 'latest'];

/** What a level looks like; for schemas. */
export const LEVEL = /^(?:eventual|read-your-writes|latest|bounded:(?:0|\d+(?:\.\d+)?(?:ms|s|m|h)))$/;

export const LEVEL_TAKES = 'eventual, read-your-writes, latest or bounded:<time>';

/** A level as a history has it: `bounded:5s` is `bounded:5000ms`. Throws a Mistake. */
export function levelOf(text: string): string {
  if (text.startsWith('bounded:')) {
    const ms = durationOf(text.slice('bounded:'.length));
    if (ms <= 0)
      throw new Mistake(
        `${JSON.stringify(text)} is no bound`,
        'it takes a time above 0; no staleness at all is latest',
      );
    return `bounded:${ms}ms`;
  }
  if (LEVELS.includes(text)) return text;
  const near = nearest(text, LEVELS);
  const mend = near ? `did you mean ${near}?` : `it takes ${LEVEL_TAKES}`;
  throw new Mistake(`${JSON.stringify(text)} is not a level`, mend);
}
