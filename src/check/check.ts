import type { History } from '../history/history.ts';
import type { ScenarioResult } from '../verdict/report.ts';
import type { Checker, Claim } from './claim.ts';
import { amidOthers } from './doubts/amid-others.ts';
import { anotherWriter } from './doubts/another-writer.ts';
import { cached } from './doubts/cached.ts';
import { clamped } from './doubts/clamped.ts';
import { deduplication } from './doubts/deduplication.ts';
import { inTurn } from './doubts/in-turn.ts';
import { nothingJudged } from './doubts/nothing-judged.ts';
import { withoutOtherPages } from './doubts/one-page.ts';
import { unknownReads, withoutOpenReads } from './doubts/open-reads.ts';
import { openWindows } from './doubts/open-windows.ts';
import { unsilenced } from './doubts/silenced.ts';
import { smallOverlap } from './doubts/small-overlap.ts';
import { stillMoving } from './doubts/still-moving.ts';
import { interrupted, stopped } from './doubts/stopped.ts';
import { unmet } from './doubts/unmet.ts';
import { unread } from './doubts/unread.ts';
import { untested } from './doubts/untested.ts';
import { outOfBounds } from './faults/bounds.ts';
import { objectFaults } from './faults/by-law.ts';
import { countedAnswers } from './faults/counted.ts';
import { crashed } from './faults/crashed.ts';
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
import { unharmed } from './faults/unharmed.ts';
import { wrongKind } from './faults/wrong-kind.ts';
import { beside, broken, guarded } from './guard.ts';
import { withAmidReads } from './ledger/amid.ts';
import { type Facts, factsOf } from './ledger/facts.ts';
import { judgedRounds } from './ledger/judged.ts';
import { asRecorded, withoutOwnReads } from './ledger/own-reads.ts';
import { withoutUnclear } from './ledger/unclear.ts';
import { type Order, orderOf, UNKNOWN_AGE } from './order/order.ts';
import { bareResult, resultOf } from './result.ts';

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
  amidOthers,
  untested,
  openWindows,
  smallOverlap,
  unmet,
  stopped,
};

/**
 * Judges a recorded history: pure, the same anywhere. `file`, `history`, `replay` and `target.design` are left empty.
 * Never throws: a checker that fails leaves the result inconclusive, with CP314, and what is only told beside the
 * findings is left out where it fails.
 */
export function check(history: History): ScenarioResult {
  try {
    const seen = withoutUnclear(withoutOwnReads(withAmidReads(history)));
    const result = judge(seen, factsOf(seen), unknownReads(history));
    return beside(() => asRecorded(history, result, seen.operations), result);
  } catch (error) {
    return bareResult(history.header, [broken('looking at the history', error)]);
  }
}

function judge(history: History, facts: Facts, before: readonly Claim[]): ScenarioResult {
  const made = Object.entries(CHECKERS).flatMap(([name, run]) => guarded(name, run, facts));
  const found = [...before, ...withoutOtherPages(facts, made)];
  const order = guardedOrder(facts, withoutEchoes(found));
  // What cannot be said is no better way to say something else.
  const sayable = unsilenced(facts, withoutOpenReads(history, [...found, ...order.claims]));
  const claims = withoutEchoes(sayable);
  const judged = judgedRounds(facts);
  const told = claims.length > 0 ? claims : judged.size === 0 ? [nothingJudged(facts)] : interrupted(facts);
  return resultOf({ facts, claims: told, judged, order, isEventual: found.length === 0 && judged.size > 0 });
}

function guardedOrder(facts: Facts, amounts: readonly Claim[]): Order {
  try {
    return orderOf(facts, amounts);
  } catch (error) {
    const staleness = { ...UNKNOWN_AGE, reads: facts.reads };
    return { claims: [broken('looking at the order of reads', error)], notes: [], staleness, satisfied: [] };
  }
}
