import type { Checker, Claim } from '../claim.ts';
import { operationsIn } from '../ledger/rounds.ts';
import { admitsNobody } from '../ledger/used-up.ts';
import { hasLaw, judgeObject } from '../objects/object.ts';
import { countedAnswers } from './counted.ts';
import { differentAnswers } from './different-answers.ts';
import { limited } from './limit.ts';
import { surplusWrites } from './surplus.ts';

/** What else says it: counts of answers that were asked for, and of effects that were read. */
const OTHERS: readonly Checker[] = [countedAnswers, limited, differentAnswers, surplusWrites];

/** What the answers breach of the object's law, where nothing else says so of the round. One cause, one finding. */
export const objectFaults: Checker = (facts) => {
  if (!hasLaw(facts.header)) return [];
  const operations = facts.rounds.filter(({ setupFailed }) => setupFailed === null).flatMap(operationsIn);
  const nobody = admitsNobody(facts);
  const marks = facts.rounds.flatMap(({ settles }) => settles);
  const found = judgeObject({ header: facts.header, operations, marks }).filter(
    ({ code }) => !(nobody && code === 'CP105'),
  );
  if (found.length === 0) return [];
  const others = OTHERS.flatMap((checker) => checker(facts));
  return found.filter((claim) => !others.some((other) => saysIt(other, claim)));
};

/** The same of the same round; that no order explains it, or other answers were given, is how it comes out elsewhere. */
function saysIt(other: Claim, claim: Claim): boolean {
  if (other.round !== claim.round) return false;
  if (other.code === claim.code) return true;
  if (claim.code === 'CP119' || claim.code === 'CP314') return ['CP104', 'CP105', 'CP106'].includes(other.code);
  return claim.code === 'CP111' && other.code === 'CP110';
}
