import { isSetup, isStop } from '../history/history.ts';
import type { Cell, NotTested, WriteLatency } from '../verdict/comparison.ts';
import { type Measured, notTested, told } from './measured.ts';
import { WARMING } from './measurements.ts';
import { atMostAt, quantile } from './quantile.ts';

/** How long the acknowledged writes of one turn took, in milliseconds, sorted; never empty. */
export type Turn = readonly number[];

/** The turns of one counter; `why`: what kept the next one from being had. */
export interface Timed {
  readonly turns: readonly Turn[];
  readonly why: string | null;
}

/** From the first byte of a write to the end of its answer; why there is none, where no write was acknowledged. */
export function turnOf({ history: { operations, marks } }: Measured): Turn | NotTested {
  const stop = marks.find((mark) => isStop(mark) || isSetup(mark));
  if (stop !== undefined && 'why' in stop && stop.why === 'interrupted') return notTested('interrupted');
  const writes = operations.filter(({ f }) => f !== 'read').sort((a, b) => a.invoke - b.invoke);
  const timed = writes.slice(WARMING).filter(({ counts }) => counts === 'acknowledged');
  const times = timed.flatMap(({ invoke, complete }) => (complete === null ? [] : [(complete - invoke) / 1e6]));
  if (times.length > 0) return times.sort((a, b) => a - b);
  if (stop !== undefined && 'message' in stop) return notTested(stop.message);
  return notTested(`after the first ${WARMING} writes of a turn, which are not timed, none was acknowledged`);
}

/** How long an acknowledged write takes, over all turns. */
export function latencyCell({ turns, why }: Timed): Cell<WriteLatency> {
  const times = turns.flat().sort((a, b) => a - b);
  if (times.length === 0) return notTested(why ?? 'no write was acknowledged');
  const [p50AtMostMs, p99AtMostMs] = [atMostAt(times, 0.5), atMostAt(times, 0.99)];
  const found = {
    ...{ turns: turns.length, writes: times.length },
    ...{ p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), p50AtMostMs, p99AtMostMs },
  };
  const upper =
    p99AtMostMs === null ? 'too few to bound p99' : `p50 at most ${ms(p50AtMostMs)}, p99 at most ${ms(p99AtMostMs)}`;
  const short = why === null ? '' : `; then ${why}`;
  return told(found, `${times.length} writes in ${counted(turns.length, 'turn')}: ${upper} at 95 %${short}`);
}

const ms = (value: number | null): string =>
  value === null ? '?' : `${value < 10 ? value.toPrecision(2) : Math.round(value)} ms`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
