import { printable } from '../history/printable.ts';
import type { FindingCode } from '../verdict/codes.ts';
import type { AnswerExample, ScenarioResult } from '../verdict/report.ts';
import { aligned } from './layout.ts';

/** Findings that come from answers which were not what was hoped for. */
export const OF_ODD_ANSWERS: ReadonlySet<FindingCode> = new Set(['CP301', 'CP302', 'CP305', 'CP308', 'CP309']);
/** Those that only the whole range of answers makes plain. */
const OF_OUTCOMES: ReadonlySet<FindingCode> = new Set(['CP302', 'CP309']);
/** Also as it stands in an excerpt. */
const SPACE = /(?:\s|\\u\{(?:9|a|d)\})+/g;
const COUNTED = {
  acknowledged: 'acknowledged',
  rejected: 'refused',
  unknown: 'unknown',
  notSent: 'not sent',
} as const;
const INDENT = 2;

/** How an excerpt begins, on one line. */
export const oneLine = (excerpt: string, columns: number): string => printable(excerpt.replace(SPACE, ' '), columns);

/** Some answers that count as a yes are unlike the others: whether they said no, nobody knows. */
export const mayHaveTold = ({ notes }: ScenarioResult): boolean => notes.some(({ code }) => code === 'answers-differ');

/** One example of each kind of answer, where outcomes are in doubt, or where all is asked for. */
export function answerLines(result: ScenarioResult, columns: number, verbose: boolean): readonly string[] {
  const { answers = [], findings, phases } = result;
  const inDoubt =
    mayHaveTold(result) ||
    phases.some(({ writes }) => writes.unknown > 0) ||
    findings.some(({ code }) => OF_OUTCOMES.has(code));
  if (answers.length === 0 || !(verbose || inDoubt)) return [];
  const heads = aligned(answers.map(headOf));
  const width = Math.max(...heads.map(({ length }) => length));
  return answers.map((answer, i) => {
    const head = ' '.repeat(INDENT) + (heads[i] ?? '').padEnd(width);
    const tail = answer.excerpt ?? reasonOf(answer) ?? '';
    return `${head}  ${oneLine(tail, columns - head.length - 2)}`.trimEnd();
  });
}

/** Where the status does not say it. */
const reasonOf = ({ status, counts, reason }: AnswerExample): string | null =>
  status === null || counts === 'unknown' ? reason : null;

function headOf({ of, status, counts, times }: AnswerExample): readonly string[] {
  const what = counts === null ? 'reading' : COUNTED[counts];
  const how = times === 1 ? 'once' : `${times} times`;
  return [of === 'read' ? 'read' : 'write', status === null ? '-' : String(status), what, `(${how})`];
}
