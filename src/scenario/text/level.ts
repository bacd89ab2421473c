import { Mistake } from './mistake.ts';
import { nearest } from './nearest.ts';
import { durationOf } from './time.ts';

/** Levels of consistency that take no time. */
export const LEVELS = ['eventual', 'read-your-writes', 'latest'] as const;

/** A level as a history has it: `bounded:5s` is `bounded:5000ms`. Throws a Mistake. */
export function levelOf(text: string): string {
  if (text.startsWith('bounded:')) return `bounded:${durationOf(text.slice('bounded:'.length))}ms`;
  if ((LEVELS as readonly string[]).includes(text)) return text;
  const near = nearest(text, LEVELS);
  const mend = near ? `did you mean ${near}?` : 'eventual, read-your-writes, latest or bounded:<time>';
  throw new Mistake(`${JSON.stringify(text)} is not a level`, mend);
}
