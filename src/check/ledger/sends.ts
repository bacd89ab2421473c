import type { PhaseInfo } from '../../history/history.ts';
import type { PhaseRun } from './rounds.ts';

const WITHOUT_WRITES: readonly PhaseInfo['kind'][] = ['wait', 'quiet', 'run', 'request'];

/** Whether a phase is one of writes: the number may move in it. */
export const sendsWrites = ({ info, writes }: Pick<PhaseRun, 'info' | 'writes'>): boolean =>
  !WITHOUT_WRITES.includes(info.kind) || writes.length > 0;

/** Whether nobody may move the number in it: a command or a plain request may, and time may. */
export const standsStill = ({ info, writes }: Pick<PhaseRun, 'info' | 'writes'>): boolean =>
  (info.kind === 'wait' || info.kind === 'quiet') && writes.length === 0;
