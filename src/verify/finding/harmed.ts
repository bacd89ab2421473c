import { isUnharmed, type UnharmedMark } from '../../history/history.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import type { Saved } from './saved.ts';

/** Another request always had one answer ahead of the first write, and had another, none, or a later one since. */
export function isHarmed({ header, marks }: Saved, { round, invoke }: FormOf<'harmed'>): boolean {
  const asked = header.expect.unharmed;
  must(asked !== undefined, 'the history does not ask for it');
  const all = marks.filter(isUnharmed);
  const before = all.filter(({ phaseIndex }) => phaseIndex < 0);
  const one = all.find((mark) => mark.phaseIndex >= 0 && mark.round === round && mark.invoke === invoke);
  const [first] = before;
  must(first !== undefined && one !== undefined, 'there is nothing to compare');
  must(
    before.every((mark) => isAnswered(mark) && mark.status === first.status),
    'it had no one answer before',
  );
  const stopped = marks.some((mark) => 'stopped' in mark && mark.round === round);
  if (!isAnswered(one) || one.status !== first.status) return one.complete !== null || !stopped;
  const slowest = Math.max(...before.map(tookNs));
  return asked.slowerByMs !== null && tookNs(one) > slowest + asked.slowerByMs * 1e6;
}

const isAnswered = ({ complete, status }: UnharmedMark): boolean => complete !== null && status !== null;
const tookNs = ({ invoke, complete }: UnharmedMark): number => (complete ?? Number.POSITIVE_INFINITY) - invoke;
