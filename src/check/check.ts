import type { History } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import { printable } from '../history/printable.ts';
import { CODES } from '../verdict/codes.ts';
import type { ScenarioResult } from '../verdict/report.ts';
import { worst } from '../verdict/verdict.ts';
import { answersShown } from './answers.ts';
import { type Checker, type Claim, UNCOUNTED } from './claim.ts';
import { anotherWriter } from './doubts/another-writer.ts';
import { cached } from './doubts/cached.ts';
import { clamped } from './doubts/clamped.ts';
import { deduplication } from './doubts/deduplication.ts';
import { inTurn } from './doubts/in-turn.ts';
import { nothingJudged } from './doubts/nothing-judged.ts';
import { unknownReads, withoutOpenReads } from './doubts/open-reads.ts';
import { unsilenced } from './doubts/silenced.ts';
import { smallOverlap } from './doubts/small-overlap.ts';
import { stillMoving } from './doubts/still-moving.ts';
import { stopped } from './doubts/stopped.ts';
import { unread } from './doubts/unread.ts';
import { untested } from './doubts/untested.ts';
import { outOfBounds } from './faults/bounds.ts';
import { countedAnswers } from './faults/counted.ts';
import { crashed, withoutCrashEchoes } from './faults/crashed.ts';
import { differentAnswers } from './faults/different-answers.ts';
import { during } from './faults/during.ts';
import { withoutEchoes } from './faults/echoes.ts';
import { exactRise } from './faults/exact-rise.ts';
import { handedOutTwice } from './faults/handed-out.ts';
import { heldBack } from './faults/held-back.ts';
import { limited } from './faults/limit.ts';
import { lostWrites } from './faults/lost.ts';
import { plainRise } from './faults/plain-rise.ts';
import { brokenSums } from './faults/sums.ts';
import { surplusWrites } from './faults/surplus.ts';
import { unexplainedValue } from './faults/unexplained.ts';
import { unharmed, unharmedNotes } from './faults/unharmed.ts';
import { wrongKind } from './faults/wrong-kind.ts';
import { findingsOf, isFault } from './findings.ts';
import { type Facts, factsOf, noFacts } from './ledger/facts.ts';
import { judgedRounds } from './ledger/judged.ts';
import { asRecorded, withoutOwnReads } from './ledger/own-reads.ts';
import { assumptions } from './notes/assumptions.ts';
import { notesOf } from './notes/notes.ts';
import { objectFaults } from './objects/faults.ts';
import { judgeObject } from './objects/object.ts';
import { type Order, orderOf, UNKNOWN_AGE } from './order/order.ts';
import { phaseResults } from './phases.ts';
import { confidence } from './statistics/confidence.ts';
import { detectableWindowMs } from './statistics/window.ts';

const CHECKERS: Readonly<Record<string, Checker>> = {
  lostWrites,
  surplusWrites,
  heldBack,
  exactRise,
  plainRise,
  outOfBounds,
  brokenSums,
  countedAnswers,
  limited,
  differentAnswers,
  objectFaults,
  unexplainedValue,
  wrongKind,
  handedOutTwice,
  crashed,
  unharmed,
  during,
  cached,
  inTurn,
  deduplication,
  clamped,
  anotherWriter,
  stillMoving,
  unread,
  untested,
  smallOverlap,
  stopped,
};

/**
 * Judges a recorded history: pure, the same anywhere. `file`, `history`, `replay` and `target.design` are left empty.
 * Never throws: a checker that fails leaves the result inconclusive, with CP314.
 */
export function check(history: History): ScenarioResult {
  try {
    const seen = withoutOwnReads(history);
    return asRecorded(history, judge(seen, factsOf(seen), unknownReads(history)));
  } catch (error) {
    return judge(history, noFacts(history.header), [broken('looking at the history', error)]);
  }
}

function judge(history: History, facts: Facts, before: readonly Claim[] = []): ScenarioResult {
  const { header } = history;
  const amounts = withoutEchoes([
    ...before,
    ...Object.entries(CHECKERS).flatMap(([name, run]) => guarded(name, run, facts)),
  ]);
  const order = guardedOrder(facts, amounts);
  const law = guarded('objectLaw', () => objectLaw(history, amounts), facts);
  const all = withoutOpenReads(history, [...amounts, ...law, ...order.claims]);
  const claims = withoutCrashEchoes(unsilenced(facts, all));
  const judged = judgedRounds(facts);
  const wrong = new Set(claims.filter(isFault).flatMap(({ round }) => (round === null ? [] : [round])));
  const counted = new Set([...sureOf(judged, claims), ...wrong]);
  const run = facts.rounds.filter(({ phases }) => phases.some(({ writes }) => writes.length > 0)).length;
  const told = claims.length === 0 && judged.size === 0 ? [nothingJudged(facts)] : claims;
  const findings = findingsOf(told, run);
  const verdict = worst(findings.map(({ code }) => CODES[code].verdict));
  return {
    id: slug(header.scenario),
    name: header.scenario,
    file: null,
    verdict,
    object: header.object,
    target: { url: header.target, design: null },
    ...(header.limit === null ? {} : { limit: { count: header.limit, per: header.limitPer } }),
    require: header.require,
    rounds: { planned: header.untilMs === undefined ? header.rounds : run, run, wrong: wrong.size },
    confidence: {
      ...confidence(wrong.size, counted.size, header.untilMs === undefined ? 'fixed' : 'firstWrong'),
      detectableWindowMs: detectableWindowMs(burstsOf(facts, counted)),
    },
    phases: phaseResults(facts, wrong),
    staleness: order.staleness,
    consistency: {
      required: header.require,
      satisfied: [...order.satisfied, ...(amounts.length + law.length === 0 && judged.size > 0 ? ['eventual'] : [])],
    },
    ...answersShown(facts),
    notes: [...notesOf(facts), ...unharmedNotes(facts), ...order.notes],
    findings,
    assumptions: assumptions(header),
    history: null,
    replay: [],
  };
}

/** What breaks the law of a quota, a stock or an operation, where counting the answers has not told of it. */
const objectLaw = (history: History, told: readonly Claim[]): readonly Claim[] =>
  judgeObject(history).filter(
    // Whether answers must be the same is for the scenario to say.
    ({ code, round }) => code !== 'CP111' && !told.some((other) => other.code === code && other.round === round),
  );

/** Rounds that show something: judged, and nothing that puts them in doubt. */
function sureOf(judged: ReadonlySet<number>, claims: readonly Claim[]): readonly number[] {
  const doubts = claims.filter((claim) => !isFault(claim) && claim.endOfRun !== true);
  if (doubts.some(({ round }) => round === null)) return [];
  return [...judged].filter((round) => !doubts.some((doubt) => doubt.round === round));
}

/** The writes of each burst in some rounds. */
const burstsOf = ({ rounds }: Facts, counted: ReadonlySet<number>): readonly (readonly Operation[])[] =>
  rounds
    .filter(({ round }) => counted.has(round))
    .flatMap(({ phases }) => phases.filter(({ info }) => info.kind === 'concurrent').map(({ writes }) => writes));

function guarded(name: string, run: Checker, facts: Facts): readonly Claim[] {
  try {
    return run(facts);
  } catch (error) {
    return [broken(`the checker ${name}`, error)];
  }
}

function guardedOrder(facts: Facts, amounts: readonly Claim[]): Order {
  try {
    return orderOf(facts, amounts);
  } catch (error) {
    const staleness = { ...UNKNOWN_AGE, reads: facts.reads };
    return { claims: [broken('looking at the order of reads', error)], notes: [], staleness, satisfied: [] };
  }
}

function broken(what: string, error: unknown): Claim {
  const why = printable(error instanceof Error ? error.message : String(error), 300);
  return {
    code: 'CP314',
    round: null,
    phase: null,
    count: UNCOUNTED,
    message: `${what} failed: ${why}. This is a fault of counter-probe, not of the target`,
    argument: 'A check that did not end answers nothing.',
    witness: [],
  };
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'scenario';
