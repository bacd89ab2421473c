import picocolors from 'picocolors';
import { formatDecimal } from '../../history/decimal.ts';
import type { HumanStyle } from '../../report/human.ts';
import { aligned, indented } from '../../report/layout.ts';
import { rise } from '../../report/quantity.ts';
import type { PhaseResult, ScenarioResult } from '../../verdict/report.ts';
import type { Shown } from './designs.ts';

const HEAD = ['design', 'burst of 10', '10 spaced', 'verdict'];

const MEANING = [
  'A burst is ten writes let go together; n -> m says that n were acknowledged and the number rose by m. Spaced writes go one by one, so what fails only in the burst is a race, and what fails in both is not.',
  'Silent means that every lost write was answered 200: no log and no status shows it. A refused write is not a lost one.',
];

/** The comparison for a person: a line for each design, what it means, and what to try next. */
export function demoText(shown: readonly Shown[], { columns, colors }: HumanStyle): string {
  const paint = picocolors.createColors(colors);
  const [head = '', ...rows] = aligned([HEAD, ...shown.map(cells)]);
  const painted = rows.map((row, i) => (shown[i]?.result.verdict === 'pass' ? paint.green(row) : paint.red(row)));
  const lines = [
    paint.bold(head),
    ...painted,
    '',
    ...shown.flatMap(({ design }) => indented(`${design.id}: ${design.title}`, 0, columns)),
    '',
    ...MEANING.flatMap((text) => indented(text, 0, columns)),
    '',
    paint.bold('Try it on your own API'),
    '  npx counter-probe run --concurrency 10 --url http://127.0.0.1:8080/counter',
    paint.bold('See one of these in full'),
    '  npx counter-probe serve memory-read-write',
  ];
  return `${lines.join('\n')}\n`;
}

function cells({ result, asLabelled }: Shown): readonly string[] {
  const [burst, spaced] = ['concurrent', 'spaced'].map((kind) => moved(result.phases.find((p) => p.kind === kind)));
  return [
    result.target.design ?? '',
    burst ?? '',
    spaced ?? '',
    verdict(result) + (asLabelled ? '' : ', not as labelled'),
  ];
}

function moved(phase: PhaseResult | undefined): string {
  if (!phase) return 'not run';
  const rose = rise(phase);
  const refused = phase.writes.rejected > 0 ? `, ${phase.writes.rejected} refused` : '';
  return `${phase.writes.acknowledged} -> ${rose === null ? '?' : formatDecimal(rose)}${refused}`;
}

function verdict({ verdict: word, findings }: ScenarioResult): string {
  const codes = [...new Set(findings.map(({ code }) => code))].join(', ');
  const silent = findings.some((finding) => finding.silent) ? ', silent' : '';
  return codes === '' ? word : `${word}: ${codes}${silent}`;
}
