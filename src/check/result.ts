import type { HistoryHeader } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import { CODES } from '../verdict/codes.ts';
import type { ScenarioResult } from '../verdict/report.ts';
import { worst } from '../verdict/verdict.ts';
import { answersOf, answersShown } from './answers.ts';
import type { Claim } from './claim.ts';
import { unharmedNotes } from './faults/unharmed.ts';
import { findingsOf, isFault } from './findings.ts';
import { beside } from './guard.ts';
import type { Facts } from './ledger/facts.ts';
import { usedUpBursts } from './ledger/used-up.ts';
import { answersDiffer } from './notes/answers-differ.ts';
import { assumptions } from './notes/assumptions.ts';
import { notesOf } from './notes/notes.ts';
import { usedUpNotes } from './notes/used-up.ts';
import { type Order, UNKNOWN_AGE } from './order/order.ts';
import { phaseResults } from './phases.ts';
import { confidence } from './statistics/confidence.ts';
import { detectableWindowMs } from './statistics/window.ts';

/** What was found in a history. */
interface Judged {
  readonly facts: Facts;
  readonly claims: readonly Claim[];
  /** Rounds that were judged in full. */
  readonly judged: ReadonlySet<number>;
  readonly order: Order;
  /** Nothing is wrong with the amounts, and some were looked at. */
  readonly isEventual: boolean;
}

/** The result of a check: its findings, and what is told beside them as far as that can be had. */
export function resultOf({ facts, claims, judged, order, isEventual }: Judged): ScenarioResult {
  const { header } = facts;
  const wrong = roundsOf(claims.filter(isFault));
  const counted = new Set([...sureOf(judged, claims), ...wrong]);
  const run = facts.rounds.filter(({ phases }) => phases.some(({ writes }) => writes.length > 0)).length;
  const bare = bareResult(header, claims, run);
  return {
    ...bare,
    rounds: { ...bare.rounds, wrong: wrong.size },
    confidence: beside(() => confidenceIn(facts, wrong, counted), bare.confidence),
    phases: beside(() => phaseResults(facts, wrong), []),
    staleness: order.staleness,
    consistency: { ...bare.consistency, satisfied: [...order.satisfied, ...(isEventual ? ['eventual'] : [])] },
    ...beside(() => answersShown(facts), {}),
    notes: [
      ...beside(() => notesOf(facts), []),
      ...(claims.some(isFault) ? beside(() => answersDiffer(answersOf(atFault(facts, claims))), []) : []),
      ...beside(() => usedUpNotes(facts, roundsOf(claims.filter((one) => isFault(one) || one.code === 'CP309'))), []),
      ...beside(() => unharmedNotes(facts), []),
      ...order.notes,
    ],
  };
}

/** Of what was answered that alone which faults are about: those elsewhere explain none of them. */
function atFault(facts: Facts, claims: readonly Claim[]): Facts {
  const faults = claims.filter(isFault);
  const isIn = (round: number, index: number): boolean =>
    faults.some((one) => (one.round ?? round) === round && (one.phase?.index ?? index) === index);
  const rounds = facts.rounds.map((one) => ({
    ...one,
    phases: one.phases.filter(({ info }) => isIn(one.round, info.index)),
  }));
  return { ...facts, rounds };
}

const roundsOf = (claims: readonly Claim[]): ReadonlySet<number> =>
  new Set(claims.flatMap(({ round }) => (round === null ? [] : [round])));

/** A result of its findings alone. */
export function bareResult(header: HistoryHeader, claims: readonly Claim[], run = 0): ScenarioResult {
  const findings = findingsOf(claims, run);
  return {
    id: beside(() => slug(header.scenario), 'scenario'),
    name: header.scenario,
    file: null,
    verdict: worst(findings.map(({ code }) => CODES[code].verdict)),
    object: header.object,
    target: { url: header.target, design: null },
    ...(header.limit === null ? {} : { limit: { count: header.limit, per: header.limitPer } }),
    require: header.require,
    rounds: { planned: header.untilMs === undefined ? header.rounds : run, run, wrong: 0 },
    confidence: { ...confidence(0, 0), detectableWindowMs: null },
    phases: [],
    staleness: UNKNOWN_AGE,
    consistency: { required: header.require, satisfied: [] },
    notes: [],
    findings,
    assumptions: beside(() => assumptions(header), []),
    history: null,
    replay: [],
  };
}

const confidenceIn = (
  facts: Facts,
  wrong: ReadonlySet<number>,
  counted: ReadonlySet<number>,
): ScenarioResult['confidence'] => ({
  ...confidence(wrong.size, counted.size, facts.header.untilMs === undefined ? 'fixed' : 'firstWrong'),
  detectableWindowMs: detectableWindowMs(burstsOf(facts, counted)),
});

/** Rounds that show something: judged, and nothing that puts them in doubt. */
function sureOf(judged: ReadonlySet<number>, claims: readonly Claim[]): readonly number[] {
  const doubts = claims.filter((claim) => !isFault(claim) && claim.endOfRun !== true);
  if (doubts.some(({ round }) => round === null)) return [];
  return [...judged].filter((round) => !doubts.some((doubt) => doubt.round === round));
}

/** The writes of each burst in some rounds that tried something. */
const burstsOf = (facts: Facts, counted: ReadonlySet<number>): readonly (readonly Operation[])[] =>
  facts.rounds
    .filter(({ round }) => counted.has(round))
    .flatMap((round) => {
      const idle = usedUpBursts(facts, round);
      return round.phases.filter((one) => one.info.kind === 'concurrent' && !idle.includes(one));
    })
    .map(({ writes }) => writes);

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'scenario';
