import Table from 'cli-table3';
import picocolors from 'picocolors';
import { printable } from '../../history/printable.ts';
import type { ComparedRow, Comparison } from '../../verdict/comparison.ts';
import { hanging, indented } from '../layout.ts';
import { aboutDisks, QUESTIONS, reasons, toRunWords } from './columns.ts';

export interface ComparisonStyle {
  /** Width of the terminal; null where there is none: a line is then as long as it must be. */
  readonly columns: number | null;
  readonly colors: boolean;
}

type Paint = ReturnType<typeof picocolors.createColors>;

/** Width of sentences where there is no terminal. */
const PLAIN_COLUMNS = 100;
const LONGEST_ID = 60;

const MEANING =
  'How many of ten acknowledged writes were kept, least and most of a round: ten let go together, and ten one after another. A read is as old as the first write that it misses; a write takes what one client alone saw, on one connection of this machine. What was not tested is -, and why stands above.';

/** The comparison for a person: one table, what each cell rests on, and what has to be run. */
export function comparisonText(comparison: Comparison, { columns, colors }: ComparisonStyle): string {
  const paint = picocolors.createColors(colors);
  const width = columns ?? PLAIN_COLUMNS;
  const measured = comparison.rows.filter(({ answers }) => answers !== null);
  const disks = aboutDisks(measured);
  const wide = table(measured, paint);
  const fits = columns === null || visible(wide) <= columns;
  const lines = [
    ...(measured.length === 0 ? [] : [...(fits ? wide : blocks(measured, paint)), '']),
    ...measured.flatMap((row) => [...detail(row, width, paint), '']),
    ...comparison.rows.flatMap((row) => skippedLines(row, width, paint)),
    ...(measured.length === 0 ? [] : indented([MEANING, ...(disks === null ? [] : [disks])].join(' '), 0, width)),
    ...(comparison.run.interrupted ? ['Interrupted: this is what was measured until then.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Columns held apart by spaces alone. */
const PLAIN = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '' },
  ...{ 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
};

function table(rows: readonly ComparedRow[], paint: Paint): readonly string[] {
  const drawn = new Table({
    head: ['', ...QUESTIONS.map(({ head }) => head.join('\n'))],
    chars: PLAIN,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) drawn.push([printable(row.id, LONGEST_ID), ...cellsOf(row, paint)]);
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

function cellsOf({ answers }: ComparedRow, paint: Paint): readonly string[] {
  if (answers === null) return [];
  return QUESTIONS.map(({ short, isBad }) => {
    const bad = isBad(answers);
    return bad === null ? short(answers) : (bad ? paint.red : paint.green)(short(answers));
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written with them.
const COLOR = /\u001b\[\d+m/g;
const visible = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.replace(COLOR, '').length));

/** A line for each question, where the table is too wide. */
function blocks(rows: readonly ComparedRow[], paint: Paint): readonly string[] {
  const heads = QUESTIONS.map(({ head }) => head.join(' '));
  const width = Math.max(...heads.map((head) => head.length));
  return rows
    .flatMap((row) => [
      paint.bold(printable(row.id, LONGEST_ID)),
      ...cellsOf(row, paint).map((cell, i) => `  ${heads[i]?.padEnd(width)}  ${cell}`),
      '',
    ])
    .slice(0, -1);
}

function detail(row: ComparedRow, width: number, paint: Paint): readonly string[] {
  const { answers } = row;
  if (answers === null) return [];
  const told = [...reasons(answers), ['to run', printable(toRunWords(row), 200)] as const];
  return [
    ...headed(row.id, printable(row.title, 200), width, paint),
    ...told.flatMap(([name, text]) => hanging(`  ${name.padEnd(9)}`, text, width)),
  ];
}

function skippedLines({ id, skipped }: ComparedRow, width: number, paint: Paint): readonly string[] {
  if (skipped === null) return [];
  return [...headed(id, `skipped: ${printable(skipped, 400)}`, width, paint), ''];
}

function headed(id: string, text: string, width: number, paint: Paint): readonly string[] {
  const name = printable(id, LONGEST_ID);
  const [first = '', ...rest] = hanging(name, text, width);
  return [first.startsWith(name) ? paint.bold(name) + first.slice(name.length) : first, ...rest];
}
