import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { perOf, wholeLimit } from './limit.ts';
import { type Kind, sentBy } from './room.ts';
import { type Times, timesOf } from './times.ts';
import { usedBefore } from './used.ts';
import { crowdedWindows, refusedInWindows } from './window.ts';
import { granted, groupedBy, isRefused, mayCount, phaseOfAll, wasSent } from './writes.ts';

/** What a quota is judged by. */
export interface Quota {
  readonly header: HistoryHeader;
  readonly limit: bigint;
  readonly times: Times;
  /** By invoke; nothing that was never sent. */
  readonly writes: readonly Operation[];
  /** How much of the limit was used up ahead of a round, at most. */
  readonly usedBefore: (round: number) => bigint;
}

/**
 * Breaches of a quota that the answers alone prove: more admitted than the limit (CP104), and refused while fewer than
 * the limit can have counted (CP105). Nothing without a limit, or where something is given back.
 */
export function judgeQuota(header: HistoryHeader, operations: readonly Operation[]): readonly ObjectFinding[] {
  const [limit, per] = [wholeLimit(header), perOf(header)];
  if (limit === null || per === null || operations.some(({ f }) => f === 'release')) return [];
  const quota: Quota = {
    header,
    limit,
    times: timesOf(header, operations),
    writes: operations
      .filter((one) => wasSent(one) && isAdmission(one))
      .sort((a, b) => a.invoke - b.invoke || a.id - b.id),
    usedBefore: usedBefore(header, operations, limit),
  };
  if (per.kind === 'window') return [...crowdedWindows(quota, per.ns), ...refusedInWindows(quota, per.ns)];
  const over = overAdmitted(quota, per.kind);
  return [...over, ...refusedWithRoom(quota, per.kind), ...(over.length > 0 ? [] : reopened(quota, per.kind))];
}

const isAdmission = ({ f }: Operation): boolean => f === 'admit' || f === 'increment';

/** Writes that share one limit for certain. */
const SCOPES: Readonly<Record<Kind, (write: Operation) => string>> = {
  round: ({ round }) => JSON.stringify([round]),
  phase: ({ round, phaseIndex }) => JSON.stringify([round, phaseIndex]),
  identity: ({ round, key, identity = 0 }) => JSON.stringify([round, key, identity]),
};

const WORDS: Readonly<Record<Kind, string>> = { round: 'a round', phase: 'a phase', identity: 'an identity' };

function overAdmitted({ writes, limit }: Quota, kind: Kind): readonly ObjectFinding[] {
  return [...groupedBy(writes, SCOPES[kind]).values()].flatMap((scope): readonly ObjectFinding[] => {
    const admitted = granted(scope);
    const [first] = admitted;
    const extra = Number(BigInt(admitted.length) - limit);
    if (first === undefined || extra <= 0) return [];
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
  const early = quota.writes.filter((one) => isRefused(one) && hasRoom(one));
  return [...groupedBy(early, SCOPES[kind]).values()].map((group): ObjectFinding => {
    const [refused] = group as [Operation];
    const sent = sharing(quota, kind, refused);
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

function roomFor(quota: Quota, kind: Kind): (refused: Operation) => boolean {
  const sent = sentBy(quota, kind);
  return (refused) => BigInt(sent(refused)) + quota.usedBefore(refused.round) < quota.limit;
}

const sharing = (quota: Quota, kind: Kind, refused: Operation): readonly Operation[] =>
  quota.writes.filter(
    (one) =>
      mayCount(one) && quota.times.earliest(one) <= quota.times.latest(refused) && mayShare(quota, kind, one, refused),
  );

/** Whether one may have used up what another was refused for: of one scope, or of one key that lives on. */
function mayShare({ header }: Quota, kind: Kind, one: Operation, refused: Operation): boolean {
  const livesOn = !header.setup && one.key === refused.key;
  if (kind === 'phase') return SCOPES.phase(one) === SCOPES.phase(refused);
  if (one.round !== refused.round && !livesOn) return false;
  return kind === 'round' || (one.identity ?? 0) === (refused.identity ?? 0);
}

/** A refusal says that the limit was reached; what was sent after it, in the same phase, cannot be within it. */
function reopened(quota: Quota, kind: Kind): readonly ObjectFinding[] {
  const { writes, times, limit } = quota;
  const hasRoom = roomFor(quota, kind);
  return [...groupedBy(writes, (one) => `${SCOPES[kind](one)} ${one.phaseIndex}`).values()].flatMap((scope) => {
    const [refused] = scope.filter(isRefused).sort((a, b) => times.latest(a) - times.latest(b));
    if (refused === undefined) return [];
    const after = granted(scope).filter((one) => times.earliest(one) > times.latest(refused));
    const [admitted] = after;
    // One that was not heard may have held the limit for a while, and been undone.
    const isUnheard = ({ counts }: Operation) => counts === 'unknown';
    if (admitted === undefined || hasRoom(refused) || writes.some(isUnheard)) return [];
    return [
      {
        code: 'CP104',
        round: refused.round,
        phaseIndex: refused.phaseIndex < 0 ? null : refused.phaseIndex,
        count: { min: after.length, max: after.length },
        message: `#${refused.id} was refused at the limit of ${limit}, and ${plural(after.length, 'write')} sent after that ${after.length === 1 ? 'was' : 'were'} admitted`,
        argument: `#${refused.id} was refused and complete before #${admitted.id} was sent: if the limit was reached then, #${admitted.id} is above it.`,
        witness: [refused, ...after.slice(0, MAX_WITNESS - 1)],
        proof: { form: 'reopened', refused: refused.id, admitted: admitted.id },
      } satisfies ObjectFinding,
    ];
  });
}
