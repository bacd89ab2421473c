import type { Random } from './random.ts';
import { Kept, no, type Service, yes } from './service.ts';
import type { World } from './world.ts';

/** So many in each window of time: of a fixed one, of any, or by what drips into a bucket. */
export function windowOf({ quota, limit, windowNs, usedBefore }: World, random: Random): Service {
  const begin = -random.int(0, windowNs - 1);
  const earlier = (): number[] => Array.from({ length: usedBefore }, () => begin);
  const let_in = new Kept(earlier);
  const isFree = (times: readonly number[], now: number): boolean => {
    if (quota === 'sliding window') return times.filter((at) => at > now - windowNs).length < limit;
    if (quota === 'bucket') return levelOf(times, now, limit, windowNs) + 1 <= limit;
    const number = (at: number): number => Math.floor((at - begin) / windowNs);
    return times.filter((at) => number(at) === number(now)).length < limit;
  };
  return ({ does, key, identity }, now) => {
    if (does === 'setup') let_in.clear((name) => name.startsWith(`${key} `));
    if (does !== 'write') return yes(does);
    const times = let_in.at(`${key} ${identity}`);
    if (!isFree(times, now)) return no('too many');
    times.push(now);
    return yes('let in');
  };
}

/** What is in a bucket that loses its whole content in a window. */
function levelOf(times: readonly number[], now: number, limit: number, windowNs: number): number {
  let [level, last] = [0, 0];
  const drip = (to: number): void => {
    level = Math.max(0, level - ((to - last) * limit) / windowNs);
    last = to;
  };
  for (const at of times) {
    drip(at);
    level += 1;
  }
  drip(now);
  return level;
}
