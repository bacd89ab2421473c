import { type Call, no, type Service, yes } from './service.ts';
import type { World } from './world.ts';

interface Held {
  readonly thing: string;
  readonly hold: string | null;
  readonly until: number;
}

/** So many of each thing, held from a grant to its release, or to the end of its time. */
export function stockOf({ limit, usedBefore, windowNs, asked }: World): Service {
  const shelves = new Map<string, Held[]>();
  const before = (thing: string): readonly Held[] =>
    Array.from({ length: usedBefore }, () => ({ thing, hold: null, until: Number.POSITIVE_INFINITY }));
  const heldAt = (key: string, now: number): Held[] => {
    const held = (shelves.get(key) ?? [...before(key)]).filter(({ until }) => until > now);
    shelves.set(key, held);
    return held;
  };
  return (call, now) => {
    const { does, key } = call;
    if (does === 'setup') shelves.set(key, []);
    const held = heldAt(key, now);
    const of = (thing: string): number => held.filter((one) => one.thing === thing).length;
    if (does === 'read') return yes('number', String(asked.step === '-1' ? limit - of(key) : of(key)));
    if (does === 'release') return release(held, call);
    if (does !== 'write') return yes(does);
    if (call.things.some((thing) => of(thing) >= limit)) return no('gone');
    const until = windowNs === 0 ? Number.POSITIVE_INFINITY : now + windowNs;
    for (const thing of call.things) held.push({ thing, hold: call.hold, until });
    return yes('yours');
  };
}

/** What was given back, or had ended by itself, is given back by saying so again. */
function release(held: Held[], { hold, things }: Call): ReturnType<Service> {
  for (const thing of things) {
    const at = held.findIndex((one) => one.thing === thing && (hold === null || one.hold === hold));
    if (at >= 0) held.splice(at, 1);
  }
  return yes('given back');
}
