import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import { isYes, type Saved, writeOf } from './saved.ts';

function twoOf(saved: Saved, [a, b]: readonly [number, number]): readonly [Operation, Operation] {
  must(a !== b, 'a write cannot contradict itself');
  const pair = [writeOf(saved, a), writeOf(saved, b)] as const;
  must(pair[0].round === pair[1].round, 'the two writes are of different rounds');
  return pair;
}

/** Two acknowledged writes were given one value, and values must not repeat. */
export function isSame(saved: Saved, { writes }: FormOf<'same'>): boolean {
  const [a, b] = twoOf(saved, writes);
  const isOneIntent = a.intent !== undefined && a.intent === b.intent;
  const isGiven = isYes(a) && isYes(b) && a.key === b.key && a.returned !== null;
  const { unique, uniquePer = [] } = saved.header.expect;
  const isOneCounter = uniquePer.every((per) =>
    per === 'identity' ? (a.identity ?? 0) === (b.identity ?? 0) : a.phaseIndex === b.phaseIndex,
  );
  return unique && !isOneIntent && isGiven && isOneCounter && a.returned === b.returned;
}

/** Two acknowledged attempts of one intent name two effects. */
export function isTwoEffects(saved: Saved, { writes }: FormOf<'effects'>): boolean {
  const [a, b] = attemptsOf(saved, writes);
  must(saved.header.expect.unique, 'what answers return names nothing');
  return isYes(a) && isYes(b) && a.returned !== null && b.returned !== null && a.returned !== b.returned;
}

/** Two attempts of one intent, or where there are none two writes, that must have the same answer and have not. */
export function isTwoAnswers(saved: Saved, { writes }: FormOf<'answers'>): boolean {
  const { sameBody } = saved.header.expect;
  must(sameBody !== undefined, 'nobody asks for the same answer');
  const hasIntents = saved.operations.some(({ intent }) => intent !== undefined);
  const [a, b] = hasIntents ? attemptsOf(saved, writes) : twoOf(saved, writes);
  const isCompared = ({ counts, labels }: Operation): boolean =>
    counts === sameBody || labels?.includes(sameBody) === true;
  return isCompared(a) && isCompared(b) && a.answer !== undefined && b.answer !== undefined && a.answer !== b.answer;
}

function attemptsOf(saved: Saved, writes: readonly [number, number]): readonly [Operation, Operation] {
  const [a, b] = twoOf(saved, writes);
  must(
    a.intent !== undefined && a.intent === b.intent && a.key === b.key,
    'the two writes are no attempts of one intent',
  );
  return [a, b];
}
