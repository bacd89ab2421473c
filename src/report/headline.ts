import { CODES } from '../verdict/codes.ts';
import type { Finding } from '../verdict/finding.ts';
import type { PhaseResult, Range, ScenarioResult } from '../verdict/report.ts';
import { mayHaveTold } from './answers.ts';
import { objectPassed, objectSentence } from './objects.ts';
import { range } from './quantity.ts';

/**
 * The verdict in one sentence that states the numbers, without the word of the verdict itself; in fewer words where
 * these are more than `room`.
 */
export function headline(result: ScenarioResult, room: number): string {
  const whole = sentenceOf(result);
  return whole.length <= room ? whole : whole.replace(/ (?:was|were) (?=acknowledged|kept)/g, ' ');
}

function sentenceOf(result: ScenarioResult): string {
  if (result.verdict === 'pass') return passed(result);
  const telling = result.findings.filter((f) => CODES[f.code].verdict === result.verdict);
  const [first] = telling;
  if (!first) return `${result.verdict} without a finding`;
  const silently = telling.some((f) => f.silent) && !mayHaveTold(result) ? ', silently' : '';
  const codes = [...new Set(telling.map((f) => f.code))].join(', ');
  return `${counted(result, first, silently) ?? ofObject(result, first, silently) ?? sentence(first)} (${codes})`;
}

/** In its numbers, and how many rounds it was so in. */
function ofObject(result: ScenarioResult, first: Finding, silently: string): string | null {
  const told = objectSentence(result, first);
  const { run, wrong } = result.rounds;
  return told === null ? null : `${told}${silently}${run > 1 ? `, in ${wrong} of ${run} rounds` : ''}`;
}

function passed(result: ScenarioResult): string {
  const { phases, rounds } = result;
  const kept = sum(phases, (p) => p.writes.acknowledged);
  const refused = sum(phases, (p) => p.writes.rejected);
  const unknown = sum(phases, (p) => p.writes.unknown);
  const object = objectPassed(result);
  if (object !== null) return unknown > 0 ? `${object}, ${unknown} unknown` : object;
  const parts = [
    `${writes(kept)} acknowledged, ${unknown > 0 ? 'none is known to be lost' : keptWords(result)}`,
    ...(rounds.run > 1 ? [`in ${rounds.run} rounds`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ];
  return parts.join(', ');
}

/** Kept is said only of writes that a number was held to. */
function keptWords({ phases }: ScenarioResult): string {
  const written = phases.filter(({ writes }) => writes.acknowledged > 0);
  return written.some(({ lost }) => lost.min === 0)
    ? 'every one was kept'
    : 'and nothing that was asked for was breached';
}

/** The two commonest findings, told over all the phases they are about; null for any other. */
function counted(result: ScenarioResult, first: Finding, silently: string): string | null {
  const many = result.rounds.run > 1 ? `, in ${result.rounds.wrong} of ${result.rounds.run} rounds` : '';
  if (first.code === 'CP101') {
    const hit = result.phases.filter((p) => (p.lost.max ?? 0) > 0);
    const acknowledged = sum(hit, (p) => p.writes.acknowledged);
    const lost = total(hit.map((p) => p.lost));
    const kept = range(flip(acknowledged, lost));
    return hit.length === 0 || lost.min === null
      ? null
      : `${writes(acknowledged, kindOf(hit))} acknowledged, ${kept} ${kept === '1' ? 'was' : 'were'} kept: ${range(lost)} lost${silently}${many}`;
  }
  if (first.code === 'CP102') {
    const hit = result.phases.filter((p) => (p.duplicated.max ?? 0) > 0);
    const extra = total(hit.map((p) => p.duplicated));
    return hit.length === 0 || extra.min === null
      ? null
      : `${writes(
          sum(hit, (p) => p.writes.acknowledged),
          kindOf(hit),
        )} acknowledged, ${range(extra)} counted twice${silently}${many}`;
  }
  return null;
}

const sentence = (finding: Finding): string => finding.message.replace(/\.$/, '');

const writes = (n: number, kind = ''): string => `${n} ${kind}${n === 1 ? 'write was' : 'writes were'}`;

/** `concurrent `, where only such phases are told of. */
function kindOf(phases: readonly PhaseResult[]): string {
  const kinds = new Set(phases.map(({ kind }) => kind));
  return kinds.size === 1 ? `${phases[0]?.kind} ` : '';
}

const sum = (phases: readonly PhaseResult[], of: (phase: PhaseResult) => number): number =>
  phases.reduce((n, phase) => n + of(phase), 0);

function total(ranges: readonly Range[]): Range {
  const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
  return ranges.reduce<Range>((a, b) => ({ min: plus(a.min, b.min), max: plus(a.max, b.max) }), { min: 0, max: 0 });
}

const flip = (all: number, { min, max }: Range): Range => ({
  min: max === null ? null : all - max,
  max: min === null ? null : all - min,
});
