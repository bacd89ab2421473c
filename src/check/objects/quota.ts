import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { plural } from '../words.ts';
import { above } from './above.ts';
import { filled } from './filled.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { perOf, wholeLimit } from './limit.ts';
import { reopened } from './reopened.ts';
import { type Kind, placesOf, roomFor, SCOPES } from './room.ts';
import { setAmid, type Times, timesOf } from './times.ts';
import { type UsedBefore, usedBefore, usedUpAtFirst } from './used.ts';
import { toldToWait } from './waiting.ts';
import { crowdedWindows, refusedInWindows } from './window.ts';
import { granted, groupedBy, isRefused, isUnheard, mayCount, phaseOfAll, wasSent } from './writes.ts';

/** What a quota is judged by. */
export interface Quota {
  readonly header: HistoryHeader;
  readonly limit: bigint;
  readonly times: Times;
  /** By invoke; nothing that was never sent. */
  readonly writes: readonly Operation[];
  /** How much of the limit was used up ahead of a round, at most. */
  readonly usedBefore: UsedBefore;
  /** Whether it was used up when a write came, by whoever came before the run. */
  readonly usedUpAtFirst: (write: Operation) => boolean;
  /** Whether the setup of another machine may set a key anew at any time. */
  readonly isSetAmid: (key: string) => boolean;
  /** Whether a refusal says nothing of the limit. */
  readonly toldToWait: (refused: Operation) => boolean;
}

/**
 * Breaches of a quota that the answers alone prove: more admitted than the limit (CP104), and refused while fewer than
 * the limit can have counted (CP105). Nothing without a limit, or where something is given back.
 */
export function judgeQuota(header: HistoryHeader, operations: readonly Operation[]): readonly ObjectFinding[] {
  const [limit, per] = [wholeLimit(header), perOf(header)];
  if (limit === null || per === null || operations.some(({ f }) => f === 'release')) return [];
  const times = timesOf(header, operations);
  const writes = operations.filter((one) => wasSent(one) && isAdmission(one)).sort(byInvoke);
  const quota: Quota = {
    ...{ header, limit, times, writes },
    usedBefore: usedBefore(header, operations, limit),
    usedUpAtFirst: usedUpAtFirst(header, operations, limit),
    isSetAmid: setAmid(header, operations),
    toldToWait: toldToWait(writes, times),
  };
  if (per.kind === 'window') return [...crowdedWindows(quota, per.ns), ...refusedInWindows(quota, per.ns)];
  const counted = overAdmitted(quota, per.kind);
  const over = firstOf([() => counted, () => filled(header, operations), () => above(header, operations)]);
  return [...over, ...refusedWithRoom(quota, per.kind), ...(over.length > 0 ? [] : reopened(quota, per.kind))];
}

/** What the first that finds anything finds: one cause, one finding. */
export const firstOf = (judges: readonly (() => readonly ObjectFinding[])[]): readonly ObjectFinding[] =>
  judges.reduce<readonly ObjectFinding[]>((found, judge) => (found.length > 0 ? found : judge()), []);

const isAdmission = ({ f }: Operation): boolean => f === 'admit' || f === 'increment';

const WORDS: Readonly<Record<Kind, string>> = { round: 'a round', phase: 'a phase', identity: 'an identity' };

function overAdmitted({ writes, limit, isSetAmid }: Quota, kind: Kind): readonly ObjectFinding[] {
  return [...groupedBy(writes, SCOPES[kind]).values()].flatMap((scope): readonly ObjectFinding[] => {
    const admitted = granted(scope);
    const [first] = admitted;
    const extra = Number(BigInt(admitted.length) - limit);
    if (first === undefined || extra <= 0 || isSetAmid(first.key)) return [];
    return [
      {
        code: 'CP104',
        round: first.round,
        phaseIndex: phaseOfAll(admitted),
        count: { min: extra, max: extra },
        message: `${plural(admitted.length, 'write')} were admitted where the limit is ${limit} ${WORDS[kind]}: ${extra} too many`,
        argument: `Count the answers that admitted: ${admitted.length}, and ${limit} is the most.`,
        witness: admitted.slice(0, MAX_WITNESS),
        proof: { form: 'over', in: first.id },
      },
    ];
  });
}

/** Refused, and of all that may have counted by the end of it there are fewer than the limit. */
function refusedWithRoom(quota: Quota, kind: Kind): readonly ObjectFinding[] {
  const hasRoom = roomFor(quota, kind);
  const sharing = sharingOf(quota, kind);
  const early = quota.writes.filter((one) => isRefused(one) && !quota.toldToWait(one) && hasRoom(one));
  return [...groupedBy(early, SCOPES[kind]).values()].map((group): ObjectFinding => {
    const [refused] = group as [Operation];
    const sent = sharing(refused);
    return {
      code: 'CP105',
      round: refused.round,
      phaseIndex: phaseOfAll(group),
      count: { min: 1, max: group.length },
      message: `${plural(group.length, 'write')} refused below the limit of ${quota.limit}: when #${refused.id} was refused, ${sent.length} at most had been admitted`,
      argument: `By the end of #${refused.id} no more than ${plural(sent.length, 'write')} had been sent that were admitted or may have been; the limit of ${quota.limit} cannot have been reached.`,
      witness: [...sent.slice(0, MAX_WITNESS - 1), refused],
      proof: { form: 'room', refused: refused.id },
    };
  });
}

/** Finds, by invoke, what was sent by the end of a refusal and may have used up what it was refused for. */
function sharingOf(quota: Quota, kind: Kind): (refused: Operation) => readonly Operation[] {
  const { times, writes } = quota;
  const [inScope, ofKey] = placesOf(kind);
  // Each refusal looks at its neighbours alone: of many identities each has its own.
  const counted = writes.filter(mayCount);
  const [byScope, byKey] = [groupedBy(counted, inScope), groupedBy(counted, ofKey)];
  return (refused) =>
    [...new Set([...(byScope.get(inScope(refused)) ?? []), ...(byKey.get(ofKey(refused)) ?? [])])]
      .filter((one) => times.sent(one) <= times.latest(refused) && mayShare(quota, kind, one, refused))
      .sort(byInvoke);
}

const byInvoke = (a: Operation, b: Operation): number => a.invoke - b.invoke || a.id - b.id;

/** Whether one may have used up what another was refused for: of one scope, or of one key that lives on. */
function mayShare({ header, isSetAmid }: Quota, kind: Kind, one: Operation, refused: Operation): boolean {
  const isOfKey = one.key === refused.key;
  if (kind === 'phase')
    return (one.round === refused.round && one.phaseIndex === refused.phaseIndex) || (isUnheard(one) && isOfKey);
  const livesOn = (!header.setup || isUnheard(one) || isSetAmid(one.key)) && isOfKey;
  if (one.round !== refused.round && !livesOn) return false;
  return kind === 'round' || (one.identity ?? 0) === (refused.identity ?? 0);
}
