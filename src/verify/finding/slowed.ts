import { isStop, isUnharmed, type UnharmedMark } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import { isAnswered, isWhileWriting } from './harmed.ts';
import type { Saved } from './saved.ts';

/** What is too slow by itself: so many times as long as all before, and so much longer; by so many, and half of a phase. */
const FAR = { times: 5, ns: 250e6, marks: 3 };

/** What a reading may take on a calm machine, whatever it took before. */
const CALM_NS = 50e6;

/**
 * Nobody said how slow it may be, and half of one phase took far longer than all before it, where no two writes were in
 * flight together and readings were about as quick as ahead of the first write: it waited for no load.
 */
export function isSlowed(saved: Saved, { round, phaseIndex }: FormOf<'slowed'>): boolean {
  const { header, operations } = saved;
  must(header.expect.unharmed?.slowerByMs === null, 'the history does not ask for it, or says how slow it may be');
  const all = marksOf(saved);
  const before = all.filter((mark) => mark.phaseIndex < 0);
  const isSteady = before.every((mark) => isAnswered(mark) && mark.status === before[0]?.status);
  must(before.length > 0 && isSteady, 'it had no one answer before');
  const meanwhile = all.filter((mark) => mark.phaseIndex >= 0 && isWhileWriting(saved, mark.round, mark.invoke, all));
  const own = meanwhile.filter((mark) => mark.round === round && mark.phaseIndex === phaseIndex);
  const begin = own.reduce((least, { invoke }) => Math.min(least, invoke), Number.POSITIVE_INFINITY);
  const usual = longest([...before, ...meanwhile].filter((mark) => mark.invoke < begin && isAnswered(mark)));
  const bound = Math.max(usual * FAR.times, usual + FAR.ns);
  const slow = own.filter((mark) => isAnswered(mark) && tookNs(mark) > bound);
  const inPhase = operations.filter((one) => one.round === round && one.phaseIndex === phaseIndex);
  const ahead = operations.filter((one) => one.round === round && one.phaseIndex < 0 && one.f === 'read');
  const isCalm = longest(inPhase.filter(({ f }) => f === 'read')) <= Math.max(longest(ahead) * 2, CALM_NS);
  return slow.length >= FAR.marks && slow.length * 2 >= own.length && isOneAtATime(inPhase) && isCalm;
}

/** What was cut off because the run ended took no time of its own. */
function marksOf({ marks }: Saved): readonly UnharmedMark[] {
  const cut = marks.filter(isStop).filter(({ why }) => why === 'interrupted' || why === 'deadline');
  return marks
    .filter(isUnharmed)
    .filter(({ complete, round }) => complete !== null || !cut.some((stop) => stop.round === round));
}

type Timed = Pick<UnharmedMark, 'invoke' | 'complete'>;
const tookNs = ({ invoke, complete }: Timed): number => (complete ?? Number.POSITIVE_INFINITY) - invoke;
const longest = (some: readonly Timed[]): number => some.reduce((most, one) => Math.max(most, tookNs(one)), 0);

/** Each write was sent when the answer to the one before had begun. */
function isOneAtATime(operations: readonly Operation[]): boolean {
  let free = Number.NEGATIVE_INFINITY;
  return operations
    .flatMap(({ f, sent, firstByte, ended, complete }) =>
      f === 'read' || sent === null ? [] : [{ sent, begun: firstByte ?? ended ?? complete }],
    )
    .sort((a, b) => a.sent - b.sent)
    .every(({ sent, begun }) => {
      const isFree = free <= sent;
      free = Math.max(free, begun ?? Number.POSITIVE_INFINITY);
      return isFree;
    });
}
