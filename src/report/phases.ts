import Table from 'cli-table3';
import { printable } from '../history/printable.ts';
import type { PhaseResult } from '../verdict/report.ts';
import { decimalSpan, duration, isWrong, range, rise, span, spanOf } from './quantity.ts';

/** More rounds than this are drawn together: one row for each phase, over all rounds. */
const ROUNDS_APART = 3;

/** Phases of one row: one, or the same phase in every round. */
type Group = readonly PhaseResult[];

interface Column {
  readonly head: string;
  /** In a sentence, where that is not the head. */
  readonly word?: string;
  readonly cell: (group: Group) => string;
  /** Left out where every cell is `0`, and said in words. */
  readonly unlessZero?: true;
  readonly left?: true;
}

const LONGEST = 24;

const NAME: Column = { head: 'phase', cell: (g) => printable(g[0]?.name ?? '', LONGEST), left: true };
const ROUND: Column = { head: 'round', cell: (g) => String(g[0]?.round ?? '') };
const FROM_TO: Column = { head: 'from -> to', cell: (g) => `${number(g[0]?.before)} -> ${number(g[0]?.after)}` };

const TOGETHER: readonly Column[] = [
  NAME,
  { head: 'wrong in', cell: (g) => `${g.filter(isWrong).length} of ${g.length}` },
  { head: 'rose by', cell: (g) => decimalSpan(g.map(rise)) },
];

const COUNTS: readonly Column[] = [
  { head: 'acked', cell: (g) => range(spanOf(g.map((p) => p.writes.acknowledged))) },
  { head: 'refused', cell: (g) => range(spanOf(g.map((p) => p.writes.rejected))), unlessZero: true },
  { head: 'unknown', cell: (g) => range(spanOf(g.map((p) => p.writes.unknown))), unlessZero: true },
  { head: 'not sent', cell: (g) => range(spanOf(g.map((p) => p.writes.notSent))), unlessZero: true },
  { head: 'lost', cell: (g) => range(span(g.map((p) => p.lost))) },
  { head: 'dup', word: 'duplicated', cell: (g) => range(span(g.map((p) => p.duplicated))), unlessZero: true },
  { head: 'in flight', cell: (g) => range(spanOf(g.map((p) => p.overlap.maxInFlight))) },
  { head: 'spread', cell: spread },
];

/** A row for each phase of each round, or with many rounds a row for each phase; blocks of lines where it is too wide. */
export function phaseTable(phases: readonly PhaseResult[], columns: number): readonly string[] {
  if (phases.every((p) => p.writes.sent === 0)) return ['No write was sent.'];
  const rounds = new Set(phases.map((p) => p.round)).size;
  const groups = rounds > ROUNDS_APART ? byPhase(phases) : phases.map((p) => [p]);
  const first = rounds > ROUNDS_APART ? TOGETHER : [...(rounds > 1 ? [ROUND] : []), NAME, FROM_TO];
  const all = [...first, ...COUNTS];
  const shown = all.filter((c) => !c.unlessZero || groups.some((g) => c.cell(g) !== '0'));
  const zero = all.filter((c) => !shown.includes(c)).map((c) => c.word ?? c.head);
  const table = draw(shown, groups);
  const fits = table.every((line) => line.length <= columns);
  return [...(fits ? table : blocks(shown, groups)), ...(zero.length > 0 ? [`None ${listed(zero)}.`] : [])];
}

const number = (value: string | null | undefined): string => printable(value ?? '?', LONGEST);

function byPhase(phases: readonly PhaseResult[]): readonly Group[] {
  const groups = new Map<number, PhaseResult[]>();
  for (const phase of phases) groups.set(phase.index, [...(groups.get(phase.index) ?? []), phase]);
  return [...groups.values()];
}

function spread(group: Group): string {
  const spreads = group.map((p) => p.overlap.releaseSpreadMs).filter((ms) => ms !== null);
  if (spreads.length === 0) return '-';
  const [least, most] = [duration(Math.min(...spreads)), duration(Math.max(...spreads))];
  return least === most ? least : `${least} to ${most}`;
}

/** Columns held apart by spaces alone, so that it reads the same in every font and log. */
const PLAIN = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '' },
  ...{ 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
};

function draw(columns: readonly Column[], groups: readonly Group[]): readonly string[] {
  const table = new Table({
    head: columns.map((c) => c.head),
    colAligns: columns.map((c) => (c.left ? 'left' : 'right')),
    chars: PLAIN,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const group of groups) table.push(columns.map((c) => c.cell(group)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

function blocks(columns: readonly Column[], groups: readonly Group[]): readonly string[] {
  const width = Math.max(...columns.map((c) => c.head.length));
  return groups
    .flatMap((group) => [...columns.map((c) => `${c.head.padEnd(width)}  ${c.cell(group)}`), ''])
    .slice(0, -1);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
