import { wrap } from '../report/layout.ts';
import type { CliIo } from './io.ts';

/** Width of what goes to a file or a pipe. */
export const PLAIN_COLUMNS = 100;

/** Width that text on stdout is laid out for. */
export const columnsOf = ({ stdout }: Pick<CliIo, 'stdout'>): number => stdout.columns ?? PLAIN_COLUMNS;

/** Text with each of its lines wrapped, but for those that begin with a space: they are commands. */
export function fitted(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? [line] : wrap(line, columns)))
    .join('\n');
}
