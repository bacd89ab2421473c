import Table from 'cli-table3';
import { printable } from '../history/printable.ts';
import type { PhaseResult, ScenarioResult } from '../verdict/report.ts';
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
  /** Left out where no cell says anything. */
  readonly ifAny?: true;
  /** Says nothing of phases that send no writes. */
  readonly ofWrites?: true;
  readonly left?: true;
}

const LONGEST = 24;

const NAME: Column = { head: 'phase', cell: (g) => printable(g[0]?.name ?? '', LONGEST), left: true };
const ROUND: Column = { head: 'round', cell: (g) => String(g[0]?.round ?? '') };
const FROM_TO: Column = { head: 'from -> to', cell: fromTo, ifAny: true };

const TOGETHER: readonly Column[] = [
  NAME,
  { head: 'wrong in', cell: wrongIn, ifAny: true },
  { head: 'rose by', cell: (g) => decimalSpan(g.map(rise)), ifAny: true },
];

/** What a yes is called. */
const YES: Readonly<Record<string, string>> = { quota: 'admitted', reservation: 'granted' };

const counts = (object: string): readonly Column[] => [
  { head: 'keys', cell: keysOf, ifAny: true, ofWrites: true },
  { head: YES[object] ?? 'acked', cell: (g) => range(spanOf(g.map((p) => p.writes.acknowledged))), ofWrites: true },
  { head: 'refused', cell: (g) => range(spanOf(g.map((p) => p.writes.rejected))), unlessZero: true },
  { head: 'unknown', cell: (g) => range(spanOf(g.map((p) => p.writes.unknown))), unlessZero: true },
  { head: 'not sent', cell: (g) => range(spanOf(g.map((p) => p.writes.notSent))), unlessZero: true },
  { head: 'lost', cell: lostOf, ...(isCounted(object) ? {} : { ifAny: true as const }) },
  { head: 'dup', word: 'duplicated', cell: duplicatedOf(object), unlessZero: true },
  { head: 'in flight', cell: (g) => range(spanOf(g.map((p) => p.overlap.maxInFlight))), ofWrites: true },
  { head: 'spread', cell: spread },
];

/** A row for each phase of each round, or with many rounds a row for each phase; blocks of lines where it is too wide. */
export function phaseTable({ phases, object }: ScenarioResult, columns: number): readonly string[] {
  if (phases.every((p) => p.writes.sent === 0)) return ['No write was sent.'];
  const rounds = new Set(phases.map((p) => p.round)).size;
  const groups = rounds > ROUNDS_APART ? byPhase(phases) : phases.map((p) => [p]);
  const first = rounds > ROUNDS_APART ? TOGETHER : [...(rounds > 1 ? [ROUND] : []), NAME, FROM_TO];
  const all = [...first, ...counts(object)].map(silentOnPauses);
  const shown = all.filter(
    (c) =>
      (!c.unlessZero || groups.some((g) => !['0', '-'].includes(c.cell(g)))) &&
      (!c.ifAny || groups.some((g) => !['?', '-'].includes(c.cell(g)))),
  );
  const zero = all
    .filter((c) => c.unlessZero && !shown.includes(c) && groups.some((g) => c.cell(g) === '0'))
    .map((c) => c.word ?? c.head);
  const table = draw(shown, groups);
  const fits = table.every((line) => line.length <= columns);
  return [...(fits ? table : blocks(shown, groups)), ...(zero.length > 0 ? [`None ${listed(zero)}.`] : [])];
}

/** A phase without writes has nothing to tell of them. */
const silentOnPauses = (column: Column): Column =>
  column.ofWrites || column.unlessZero ? { ...column, cell: (g) => (isPause(g) ? '-' : column.cell(g)) } : column;

const PAUSES: ReadonlySet<string> = new Set(['wait', 'quiet', 'run', 'request']);
const isPause = (group: Group): boolean => group.every(({ kind, writes }) => PAUSES.has(kind) && writes.sent === 0);
const isCounted = (object: string): boolean => object === 'counter';

function lostOf(group: Group): string {
  const lost = range(span(group.map((p) => p.lost)));
  return isPause(group) && (lost === '0' || lost === '?') ? '-' : lost;
}

/** By the numbers that were read; where there are none, its finding says in how many rounds. */
function wrongIn(group: Group): string {
  const isUnread = group.every(({ lost, after }) => lost.max === null && after === null);
  return isUnread ? '-' : `${group.filter(isWrong).length} of ${group.length}`;
}

/** Of what no number was held to, nothing can be said. */
const duplicatedOf =
  (object: string) =>
  (group: Group): string => {
    const duplicated = range(span(group.map((p) => p.duplicated)));
    return duplicated === '?' && !isCounted(object) ? '-' : duplicated;
  };

function fromTo([phase]: Group): string {
  const [before, after] = [phase?.before ?? null, phase?.after ?? null];
  return before === null && after === null ? '-' : `${number(before)} -> ${number(after)}`;
}

const keysOf = (group: Group): string =>
  group.some(({ intents }) => intents !== undefined) ? range(spanOf(group.map((p) => p.intents ?? 0))) : '-';

const number = (value: string | null | undefined): string => printable(value ?? '?', LONGEST);

function byPhase(phases: readonly PhaseResult[]): readonly Group[] {
  const groups = new Map<number, PhaseResult[]>();
  for (const phase of phases) {
    const group = groups.get(phase.index);
    if (group) group.push(phase);
    else groups.set(phase.index, [phase]);
  }
  return [...groups.values()];
}

function spread(group: Group): string {
  const spreads = group.map((p) => p.overlap.releaseSpreadMs).filter((ms) => ms !== null);
  if (spreads.length === 0) return '-';
  const least = duration(spreads.reduce((min, ms) => Math.min(min, ms)));
  const most = duration(spreads.reduce((max, ms) => Math.max(max, ms)));
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
