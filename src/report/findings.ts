import type { Operation } from '../history/operation.ts';
import { printable } from '../history/printable.ts';
import { CODES } from '../verdict/codes.ts';
import type { Finding } from '../verdict/finding.ts';
import type { ScenarioResult } from '../verdict/report.ts';
import { mayHaveTold, OF_ODD_ANSWERS, oneLine } from './answers.ts';
import { aligned, hanging, indented } from './layout.ts';
import { duration } from './quantity.ts';

/** Operations shown of a witness. */
const MAX_WITNESS = 6;
const MAX_RUNS = 10;
const MAX_VALUE = 24;
const MAX_REASON = 40;
const INDENT = 2;

const COUNTED = {
  acknowledged: 'acknowledged',
  rejected: 'rejected',
  unknown: 'unknown',
  notSent: 'not sent',
} as const;

/** Findings in words, those of one code and phase told once with the rounds they came in again. */
export function findingLines(result: ScenarioResult, columns: number): readonly string[] {
  const { findings } = result;
  const isOpen = mayHaveTold(result);
  const alike = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.code, finding.phase]);
    alike.set(key, [...(alike.get(key) ?? []), finding]);
  }
  const codes = [...new Set(findings.map((f) => f.code))];
  return [
    ...[...alike.values()].flatMap((group, i) => [...(i === 0 ? [] : ['']), ...oneOf(group, columns, isOpen)]),
    ...codes.map((code) => `${' '.repeat(INDENT)}What it means: npx counter-probe explain ${code}`),
  ];
}

function oneOf(group: readonly Finding[], columns: number, isOpen: boolean): readonly string[] {
  const [first] = group;
  if (!first) return [];
  const room = columns - INDENT - 2;
  const evidence = [...witnessLines(first.witness, room), ...answerLine(first, room)];
  return [
    ...hanging(first.code, titleOf(first, isOpen), columns),
    ...indented(first.message, INDENT, columns),
    ...evidence.map((line) => ' '.repeat(INDENT + 2) + line),
    ...(first.argument === '' ? [] : indented(first.argument, INDENT, columns)),
    ...(group.length > 1 ? indented(again(group), INDENT, columns) : []),
  ];
}

function titleOf({ code, title, silent, round, phase }: Finding, isOpen: boolean): string {
  const where = [...(phase === null ? [] : [phase]), ...(round === null ? [] : [`round ${round}`])].join(', ');
  return `${title}${isOpen ? '' : heard(code, silent)}${where === '' ? '' : ` (${where})`}`;
}

/** Whether an answer told of a fault. */
function heard(code: Finding['code'], silent: boolean): string {
  if (CODES[code].verdict !== 'fail') return '';
  return silent ? ', silent' : ', answers told of it';
}

function again(group: readonly Finding[]): string {
  const rounds = group
    .slice(1)
    .map((f) => f.round)
    .filter((round) => round !== null);
  const times = `The same ${group.length - 1} more ${group.length === 2 ? 'time' : 'times'}`;
  return rounds.length === 0 ? `${times}.` : `${times}: round ${runs(rounds)}.`;
}

/** `2-5, 9`; at most ten runs of numbers. */
function runs(numbers: readonly number[]): string {
  const found: { from: number; to: number }[] = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && n <= last.to + 1) last.to = n;
    else found.push({ from: n, to: n });
  }
  const words = found.slice(0, MAX_RUNS).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  return words.join(', ') + (found.length > MAX_RUNS ? ' and more' : '');
}

function witnessLines(witness: readonly Operation[], columns: number): readonly string[] {
  const tail = Math.min(witness.length, 1);
  const head = witness.slice(0, witness.length <= MAX_WITNESS ? witness.length - tail : MAX_WITNESS - 2);
  const between = witness.length - head.length - tail;
  const rows = [...head.map(cells), ...(between > 0 ? [[`... ${between} more`]] : []), ...witness.slice(-1).map(cells)];
  const whole = aligned(rows);
  return whole.every((line) => line.length <= columns) ? whole : aligned(rows.map((row) => row.slice(0, -1)));
}

/** How the odd answer began that a finding comes from, on one line. */
function answerLine({ code, witness }: Finding, columns: number): readonly string[] {
  const excerpt = witness.find((op) => op.excerpt)?.excerpt ?? null;
  if (excerpt === null || !OF_ODD_ANSWERS.has(code)) return [];
  return [oneLine(`answer: ${excerpt}`, columns)];
}

function cells(op: Operation): readonly string[] {
  const value = op.value === null ? null : printable(op.value, MAX_VALUE);
  const did = op.f === 'read' ? `read ${value ?? 'nothing'}` : op.f + (value === null ? '' : ` -> ${value}`);
  return [`#${op.id}`, did, became(op), when(op)];
}

/** `200 acknowledged`; of a call without an answer, what it counts as comes first: `unknown: other side closed`. */
function became({ status, counts, reason, complete }: Operation): string {
  if (status !== null) return counts === null ? String(status) : `${status} ${counts}`;
  // Other tools record no status.
  if (complete !== null && reason === null) return counts === null ? '' : COUNTED[counts];
  const why = printable(reason ?? 'no answer', MAX_REASON);
  return counts === null ? why : `${COUNTED[counts]}: ${why}`;
}

function when({ invoke, complete }: Operation): string {
  const from = `at ${duration(invoke / 1e6)}`;
  return complete === null ? from : `${from}, took ${duration((complete - invoke) / 1e6)}`;
}
