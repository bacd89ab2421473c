import type { History, HistoryHeader, ObjectKind } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Claim } from '../claim.ts';
import { isOfMoving } from './above.ts';
import { judgeEffect } from './effect.ts';
import type { ObjectFinding } from './finding.ts';
import { judgeQuota } from './quota.ts';
import { judgeReservation } from './reservation.ts';

/** The law of an object, as the answers of its writes can breach it. */
export type ObjectJudge = (header: HistoryHeader, operations: readonly Operation[]) => readonly ObjectFinding[];

const none: ObjectJudge = () => [];

const JUDGES: Readonly<Record<ObjectKind, ObjectJudge>> = {
  counter: none,
  custom: none,
  quota: judgeQuota,
  reservation: judgeReservation,
  effect: judgeEffect,
};

/** Whether an object has a law of its own that answers can breach. */
export const hasLaw = (header: Pick<HistoryHeader, 'object'>): boolean => objectOf(header) !== none;

/** Who judges the object of a history. */
export const objectOf = ({ object }: Pick<HistoryHeader, 'object'>): ObjectJudge => JUDGES[object];

/** What the answers of a history breach of its object's law; nothing for a counter. Pure. */
export function judgeObject({ header, operations, marks }: History): readonly Claim[] {
  const found = objectOf(header)(header, operations).filter((one) => !isOfMoving(one, marks));
  return found.map(({ proof, phaseIndex, ...claim }) => ({
    ...claim,
    // Who was refused was told so.
    ...(claim.code === 'CP105' ? { loud: true as const } : {}),
    phase: phaseIndex === null ? null : (header.phases[phaseIndex] ?? null),
  }));
}
