import type { Operation, ReadRole } from '../../../src/history/operation.ts';
import { type Act, type Clockwork, wait } from './clockwork.ts';
import { type Random, randomFrom } from './random.ts';
import type { Recorder } from './recorder.ts';
import type { Call } from './service.ts';
import type { Fate, Wire } from './wire.ts';
import type { World } from './world.ts';

/** What one machine has at hand. */
export interface Hands {
  readonly world: World;
  readonly machine: number;
  readonly clockwork: Clockwork;
  readonly wire: Wire;
  readonly recorder: Recorder;
  readonly random: Random;
}

/** Where a call is made. */
export interface Spot {
  readonly key: string;
  readonly round: number;
  readonly phase: { readonly index: number; readonly name: string };
}

export interface WriteHow {
  /** Which write of its round, from 0. */
  readonly i: number;
  readonly lane: string;
  readonly intent?: string | null;
  readonly fate?: Fate;
  readonly abandoned?: 'request' | 'reply' | null;
  /** Of a burst: when it was let go. */
  readonly invokeAt?: number;
}

const NOTHING: Omit<Call, 'answeredAt' | 'key'> = { does: 'read', identity: 0, intent: null, things: [], hold: null };

/** One write, from its call to its record. */
export function* write(hands: Hands, { key: first, round, phase }: Spot, how: WriteHow): Act<Operation> {
  const { world, wire, recorder, random, machine } = hands;
  const { i, lane, intent = null, abandoned = null, invokeAt } = how;
  const key = i % world.keys === 0 ? first : `${first}-${i % world.keys}`;
  const id = recorder.nextId();
  const identity = i % world.identities;
  const things = someThings(world, round * 31 + i);
  const hold = world.givesBack && world.namesHolds ? `h-${intent ?? `${machine}-${id}`}` : null;
  const call = { does: 'write' as const, key, identity, intent, things: things.length > 0 ? things : [key], hold };
  const exchange = yield* wire.send(call, how.fate ?? fateOf(world, random));
  const f = KIND_OF[world.object];
  const own = world.identities > 1 ? { identity, session: `s${identity}` } : { identity: null, session: lane };
  const done = { id, lane, ...own, key, round, phase, f, intent, things, hold, abandoned };
  return recorder.write(done, exchange, invokeAt);
}

/** Gives back what a write was granted. */
export function* giveBack(hands: Hands, { round, phase }: Spot, granted: Operation): Act {
  const { world, wire, recorder, random } = hands;
  const { key, items = [], hold = null, process: lane, session, identity = null } = granted;
  const things = items.length > 0 ? items : [key];
  const call = { ...NOTHING, does: 'release' as const, key, things, hold };
  const fate = (['lostReply', 'late', 'lostRequest'] as const).find((one) => random.percent(world.fates[one]));
  const exchange = yield* wire.send(call, fate ?? 'answered');
  const place = { id: recorder.nextId(), lane, session, identity, key, round, phase };
  recorder.write({ ...place, f: 'release', intent: null, things: items, hold, abandoned: null }, exchange);
}

/** One reading, from its call to its record. */
export function* read(hands: Hands, { key, round, phase }: Spot, role: ReadRole, reader?: string): Act<Operation> {
  const { wire, recorder } = hands;
  const exchange = yield* wire.send({ ...NOTHING, key }, readFate(hands, role));
  const own = reader ?? 'read-value';
  const place = { id: recorder.nextId(), lane: own, session: own, identity: null, key, round, phase };
  return recorder.read(place, role, exchange);
}

function readFate({ world: { fates }, random }: Hands, role: ReadRole): Fate {
  const share = role === 'before' ? Math.max(fates.failedBefore, fates.failedRead) : fates.failedRead;
  if (!random.percent(share)) return 'answered';
  return random.pick(['notSent', 'notSent', 'lostReply', 'lostRequest', 'refused'] as const);
}

/** What sets a key anew, or turns its limit; always answered. */
export function* order(hands: Hands, key: string, does: 'setup' | 'turn'): Act {
  yield* hands.wire.send({ ...NOTHING, does, key }, 'answered');
  if (hands.world.keys > 1) yield* hands.wire.send({ ...NOTHING, does, key: `${key}-1` }, 'answered');
}

const KIND_OF = {
  counter: 'increment',
  custom: 'increment',
  quota: 'admit',
  reservation: 'reserve',
  effect: 'effect',
} as const;

export function fateOf({ fates }: World, random: Random): Fate {
  const all = ['lostReply', 'lostRequest', 'late', 'notSent', 'refused'] as const;
  return all.find((fate) => random.percent(fates[fate])) ?? 'answered';
}

/** The same whenever it is asked for again. */
function someThings({ things, seed }: World, i: number): readonly string[] {
  if (things.length === 0) return [];
  const random = randomFrom(seed * 1_009 + i);
  const some = things.filter(() => random.percent(40));
  return some.length > 0 ? some : [random.pick(things)];
}

/** A while of the length that calls take. */
export const pause = ({ random, world: { slowNs } }: Hands): Act => wait(random.int(0, slowNs));
