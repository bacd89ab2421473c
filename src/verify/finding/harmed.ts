import { isUnharmed, type UnharmedMark } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import type { Saved } from './saved.ts';

/** Another request always had one answer ahead of the first write, and had another, none, or a later one since. */
export function isHarmed(saved: Saved, { round, invoke }: FormOf<'harmed'>): boolean {
  const { header, marks } = saved;
  const asked = header.expect.unharmed;
  must(asked !== undefined, 'the history does not ask for it');
  const all = marks.filter(isUnharmed);
  must(isWhileWriting(saved, round, invoke, all), 'it was not sent while writes ran');
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
  const slowest = before.reduce((most, mark) => Math.max(most, tookNs(mark)), 0);
  return asked.slowerByMs !== null && tookNs(one) > slowest + asked.slowerByMs * 1e6;
}

const WITHOUT_WRITES: ReadonlySet<string> = new Set(['wait', 'quiet', 'run', 'request']);

/** In a phase of writes; after a command was run, only once it was answered again as it was ahead of the first write. */
export function isWhileWriting(
  { header, operations }: Saved,
  round: number,
  invoke: number,
  all: readonly UnharmedMark[],
): boolean {
  const one = all.find((mark) => mark.phaseIndex >= 0 && mark.round === round && mark.invoke === invoke);
  const phase = header.phases.find(({ index }) => index === one?.phaseIndex);
  if (one === undefined || phase === undefined) return false;
  const wrote = ({ f, phaseIndex, round: of }: Operation): boolean =>
    f !== 'read' && of === round && phaseIndex === phase.index;
  if (WITHOUT_WRITES.has(phase.kind) && !operations.some(wrote)) return false;
  const ran = header.phases
    .filter(({ kind, index }) => kind === 'run' && index < phase.index)
    .map(({ index }) => index);
  const last = ran.at(-1);
  const usual = all.find(({ phaseIndex }) => phaseIndex < 0)?.status;
  const isBack = (mark: UnharmedMark): boolean =>
    mark.round === round && mark.phaseIndex > (last ?? -1) && mark.invoke < invoke && mark.status === usual;
  return last === undefined || all.some((mark) => isBack(mark) && isAnswered(mark));
}

export const isAnswered = ({ complete, status }: UnharmedMark): boolean => complete !== null && status !== null;
const tookNs = ({ invoke, complete }: UnharmedMark): number => (complete ?? Number.POSITIVE_INFINITY) - invoke;
