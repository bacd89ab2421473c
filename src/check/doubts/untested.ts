import type { HistoryHeader, PhaseInfo } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { asksAnswers } from '../ledger/judged.ts';
import { type PhaseRun, type RoundRun, sumOf } from '../ledger/rounds.ts';
import { admitsNobody, hasTriedBurst, usedUpBursts } from '../ledger/used-up.ts';
import { plural } from '../words.ts';

const MAX_REASON = 300;
const MAX_SHOWN = 3;

/** CP301, CP302, CP307 and CP309: nothing was acknowledged, in the whole run or in a phase, so nothing was tested. */
export const untested: Checker = (facts) => {
  const { header, rounds } = facts;
  const all = without(
    rounds.flatMap((round) => round.phases),
    null,
    header,
  );
  const phases = header.phases.flatMap(({ index }) =>
    phaseWithout(
      rounds.map((round) => round.phases[index]),
      header,
    ),
  );
  const claims = all.length > 0 ? all : phases;
  return [...setups(rounds), ...claims.filter((claim) => !isAsked(facts, claim))];
};

/** Refusals that were asked about are an answer; and unknown writes leave no doubt where nothing is said of their effects. */
function isAsked(facts: Facts, { code, phase }: Claim): boolean {
  const { counts = [], readings } = facts.header.expect;
  // A limit that admitted nobody in any round was used up before, or is of something else.
  if (counts.length === 0 && phase === null && admitsNobody(facts)) return false;
  if (code === 'CP302') {
    const counted = facts.ledgers.some(({ measure }) => !measure.plain);
    return !counted && (facts.ledgers.length > 0 || asksAnswers(facts));
  }
  if (code !== 'CP309') return false;
  const covers = (index: number | undefined): boolean => phase === null || index === undefined || index === phase.index;
  if (counts.some(({ phaseIndex }) => covers(phaseIndex))) return true;
  if (readings.some(({ risesBy, phaseIndex }) => risesBy === 'rejected' && covers(phaseIndex))) return true;
  return asksAnswers(facts) && counts.length === 0 && !isUsedUpBurst(facts, phase);
}

/** A burst that a window let nobody in of, in any round, ahead of all that it let in; and no other burst was tried. */
function isUsedUpBurst(facts: Facts, phase: PhaseInfo | null): boolean {
  if (phase === null || hasTriedBurst(facts)) return false;
  const runs = facts.rounds.filter(({ phases }) => (phases[phase.index]?.writes ?? []).length > 0);
  return runs.every((round) => usedUpBursts(facts, round).some(({ info }) => info.index === phase.index));
}

function setups(rounds: readonly RoundRun[]): readonly Claim[] {
  return rounds.flatMap(({ round, setupFailed }): readonly Claim[] => {
    if (setupFailed === null) return [];
    const message = `The setup did not do what it had to: ${printable(setupFailed.message, MAX_REASON)}`;
    const argument = 'A round that was not set up sends no writes, and tells nothing about them.';
    return [{ code: 'CP307', round, phase: null, count: UNCOUNTED, message, argument, witness: [] }];
  });
}

function phaseWithout(runs: readonly (PhaseRun | undefined)[], header: HistoryHeader): readonly Claim[] {
  const info = runs.find((run) => run !== undefined)?.info;
  const claims = without(
    runs.filter((run) => run !== undefined),
    info ?? null,
    header,
  );
  // Refused one after another is an answer; a burst that was refused has shown nothing about overlap.
  return claims.filter(({ code }) => code === 'CP302' || (code === 'CP309' && info?.kind === 'concurrent'));
}

function without(runs: readonly PhaseRun[], phase: PhaseInfo | null, header: HistoryHeader): readonly Claim[] {
  const { acknowledged, rejected, unknown } = sumOf(runs);
  if (acknowledged > 0) return [];
  const writes = runs.flatMap((run) => run.writes);
  if (writes.length === 0) return [];
  // It is so in every round, or it would not be said.
  const where = { round: null, phase, count: UNCOUNTED };
  if (unknown > 0) return [{ code: 'CP302', ...where, ...unknownWords(writes, unknown) }];
  if (rejected > 0) return [{ code: 'CP309', ...where, ...refusedWords(writes, rejected, header) }];
  return [{ code: 'CP301', ...where, ...notSentWords(writes) }];
}

type Words = Pick<Claim, 'message' | 'argument' | 'witness'>;

function unknownWords(writes: readonly Operation[], unknown: number): Words {
  const some = writes.filter((write) => write.counts === 'unknown');
  return {
    message: `No write was acknowledged, and the effect of ${plural(unknown, 'write')} is unknown: ${reasons(some)}`,
    argument: `Each of them may have counted or not, so any rise from 0 to ${unknown} steps would be right.`,
    witness: some.slice(0, MAX_SHOWN),
  };
}

function refusedWords(writes: readonly Operation[], rejected: number, { object }: HistoryHeader): Words {
  const some = writes.filter((write) => write.counts === 'rejected');
  const all = rejected === 1 ? 'The only write was refused' : `All ${rejected} writes were refused`;
  return {
    message: `${all}: ${statuses(some)}`,
    argument: `A refused write must not count, and no other was made: nothing was tested.${usedUpWords[object] ?? ''}`,
    witness: some.slice(0, MAX_SHOWN),
  };
}

const FRESH =
  'looks just like this. Each run takes a fresh one: by a setup, by a key of its own such as {{run_id}}, or, of a server that is there to be tried, by starting it again.';
const usedUpWords: Readonly<Partial<Record<HistoryHeader['object'], string>>> = {
  quota: ` A limit that was used up before, by an earlier run or by somebody else, ${FRESH}`,
  reservation: ` A stock that was sold before, by an earlier run or to somebody else, ${FRESH}`,
};

function notSentWords(writes: readonly Operation[]): Words {
  return {
    message: `None of ${plural(writes.length, 'write')} could be sent: ${reasons(writes)}`,
    argument: 'Not a byte of any write reached the target.',
    witness: writes.slice(0, MAX_SHOWN),
  };
}

/** `429 (8 times), 503 (once)` */
export function statuses(writes: readonly Operation[]): string {
  return tally(writes.map(({ status }) => String(status ?? 'no answer')));
}

const reasons = (writes: readonly Operation[]): string =>
  tally(writes.map(({ reason }) => printable(reason ?? 'no reason known', MAX_REASON)));

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_SHOWN);
  const rest = counts.size > MAX_SHOWN ? ', and others' : '';
  return sorted.map(([word, n]) => `${word} (${n === 1 ? 'once' : `${n} times`})`).join(', ') + rest;
}

/** Statuses and how often each was answered; those that never were are left out. */
export function statusCodes(
  writes: Facts['rounds'][number]['phases'][number]['writes'],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of writes) if (status !== null) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
