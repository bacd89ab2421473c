import picocolors from 'picocolors';
import { printable } from '../history/printable.ts';
import type { Report, ScenarioResult } from '../verdict/report.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { answerLines } from './answers.ts';
import { findingLines } from './findings.ts';
import { headline } from './headline.ts';
import { hanging, indented } from './layout.ts';
import { phaseTable } from './phases.ts';
import { duration } from './quantity.ts';
import { stalenessLines } from './reads.ts';
import { retryLines } from './retries.ts';
import { strings } from './strings.ts';

export interface HumanStyle {
  /** Width of what it is read on. */
  readonly columns: number;
  readonly colors: boolean;
  /** One answer of each kind as well, where nothing else calls for them; left out: no. */
  readonly verbose?: boolean;
}

type Colors = ReturnType<typeof picocolors.createColors>;

const INDENT = 2;
const LONGEST = 8_000;
const NARROWEST = 40;

/** What was not tried is not shown. */
function notShown({ phases }: ScenarioResult): string {
  const kinds = new Set(phases.map(({ kind }) => kind));
  const parts = [
    'more writes at once than were in flight here',
    'a shorter race than this overlap can hit',
    ...(kinds.has('retry') || kinds.has('replay') ? [] : ['writes that are sent again']),
    ...(kinds.has('run') ? [] : ['a crash or restart of the server']),
  ];
  const last = parts.length > 2 ? `, or ${parts.at(-1)}` : ` or ${parts.at(-1)}`;
  return `It says nothing about ${parts.slice(0, -1).join(', ')}${last}.`;
}

/**
 * The report for a person: the verdict first, then the phases, what was found, how sure it is, and last how to repeat
 * it. ASCII, but for what the scenario or the target said; nothing in it can steer a terminal.
 */
export function human(report: Report, style: HumanStyle): string {
  const colors = picocolors.createColors(style.colors);
  const safe = strings(withoutOperations(report), (text) => printable(text, LONGEST));
  const columns = Math.max(NARROWEST, style.columns);
  const sections = safe.scenarios.map((s) => scenario(s, safe.scenarios.length > 1, { ...style, columns }, colors));
  const first = safe.scenarios.length > 1 ? [overall(safe, columns, colors)] : [];
  return `${[...first, ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function overall({ summary }: Report, columns: number, colors: Colors): readonly string[] {
  const { total, fail, inconclusive, pass } = summary.scenarios;
  const text = `${total} scenarios: ${fail} failed, ${inconclusive} inconclusive, ${pass} passed`;
  return verdictLines(summary.verdict, text, columns, colors);
}

function scenario(result: ScenarioResult, named: boolean, style: HumanStyle, colors: Colors): readonly string[] {
  const { columns, verbose = false } = style;
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', ...(title === '' ? [] : [colors.bold(title)]), ...lines];
  const prose = (texts: readonly string[]): readonly string[] => texts.flatMap((t) => indented(t, INDENT, columns));
  return [
    ...verdictLines(result.verdict, headline(result, columns - result.verdict.length - 2), columns, colors),
    ...about(result, named, columns).map(colors.dim),
    ...section('', phaseTable(result, columns)),
    ...section('', findingLines(result, columns)),
    ...section('Attempts', prose(retryLines(result))),
    ...section('Reads', prose(stalenessLines(result))),
    ...section('Answers', answerLines(result, columns, verbose)),
    ...section('Notes', prose(result.notes.map((n) => n.message))),
    ...section('How sure', prose(howSure(result))),
    ...section('What this rests on', result.verdict === 'inconclusive' ? [] : prose(result.assumptions)),
    ...section('What a pass does not show', result.verdict === 'pass' ? prose([notShown(result)]) : []),
    ...section(
      'To repeat',
      result.replay.map((line) => ' '.repeat(INDENT) + line),
    ),
  ];
}

/** What a clean run could have seen, beside how often a round goes wrong. */
function howSure({ rounds, verdict, confidence }: ScenarioResult): readonly string[] {
  const { statement, detectableWindowMs: window = null, roundsToSee } = confidence;
  const clean = rounds.wrong === 0 && verdict === 'pass';
  return [
    ...(statement === '' ? [] : [statement]),
    ...(clean && window !== null
      ? [`It would have caught a read-to-write window of ${duration(window)} or more, with 95 % chance.`]
      : []),
    ...(clean && roundsToSee !== undefined && rounds.run < roundsToSee.rounds
      ? [`To see a fault of 1 round in ${Math.round(1 / roundsToSee.rate)} takes --rounds ${roundsToSee.rounds}.`]
      : []),
  ];
}

function about({ name, file, target }: ScenarioResult, named: boolean, columns: number): readonly string[] {
  const what = [
    ...(named || file !== null || target.url === '' ? [name] : []),
    ...(target.url === '' ? [] : [target.design ?? target.url]),
    ...(file === null ? [] : [file]),
  ];
  return what.flatMap((text) => indented(text, INDENT, columns));
}

function verdictLines(verdict: Verdict, text: string, columns: number, colors: Colors): readonly string[] {
  const word = verdict.toUpperCase();
  const paint = { pass: colors.green, fail: colors.red, inconclusive: colors.yellow }[verdict];
  const [first = '', ...rest] = hanging(word, text, columns);
  return [colors.bold(paint(word)) + first.slice(word.length), ...rest];
}

/** Every operation of a wrong round may be in a report; none of them is drawn. */
function withoutOperations(report: Report): Report {
  const scenarios = report.scenarios.map((s) => ({
    ...s,
    phases: s.phases.map(({ operations: _, ...phase }) => phase),
  }));
  return { ...report, scenarios };
}
