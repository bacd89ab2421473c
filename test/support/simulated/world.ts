import type { HistoryHeader, ObjectKind, PhaseInfo } from '../../../src/history/history.ts';
import { headerOf } from '../history.ts';
import { type Asked, askedOf } from './asked.ts';
import { phasesFor } from './phases.ts';
import { type Random, randomFrom } from './random.ts';

/** How often of a hundred times something becomes of a call. */
export interface Fates {
  /** It took effect, and nobody heard of it. */
  readonly lostReply: number;
  /** It never arrived, and nobody knows. */
  readonly lostRequest: number;
  /** Given up, and arrived long after. */
  readonly late: number;
  readonly notSent: number;
  /** Turned away for a reason of its own, without effect; never by what has a limit. */
  readonly refused: number;
  readonly failedRead: number;
  readonly failedBefore: number;
}

export type QuotaKind = 'total' | 'fixed window' | 'sliding window' | 'bucket';

/** All that is fixed before a run begins. */
export interface World {
  readonly seed: number;
  readonly object: ObjectKind;
  readonly machines: number;
  readonly errorNs: number;
  /** By machine: what its clock shows beyond true time. */
  readonly offsetsNs: readonly number[];
  readonly rounds: number;
  readonly phases: readonly PhaseInfo[];
  /** The same key in every round. */
  readonly isOneKey: boolean;
  readonly setup: boolean;
  /** How many keys each round writes on, as histories of other tools have it. */
  readonly keys: number;
  readonly identities: number;
  /** What the numbers begin with. */
  readonly initial: number;
  /** How much of a limit was used before the run. */
  readonly usedBefore: number;
  readonly limit: number;
  readonly quota: QuotaKind;
  readonly windowNs: number;
  readonly asked: Asked;
  readonly fates: Fates;
  /** A round goes on though its number could not be read ahead of it, as other tools do. */
  readonly goesOnUnread: boolean;
  readonly settleNs: number;
  readonly quietNs: number;
  /** What a caller does next may begin in the nanosecond in which what was before it ended. */
  readonly touches: boolean;
  /** The longest time between a call and its effect, or its effect and its answer. */
  readonly slowNs: number;
  /** Things that are reserved together, by name; none: the one thing of the key. */
  readonly things: readonly string[];
  readonly givesBack: boolean;
  readonly namesHolds: boolean;
  readonly header: HistoryHeader;
}

const MS = 1_000_000;

const OBJECTS: readonly ObjectKind[] = ['counter', 'counter', 'quota', 'quota', 'quota', 'reservation', 'effect'];

const NO_FATES: Fates = {
  ...{ lostReply: 0, lostRequest: 0, late: 0, notSent: 0, refused: 0, failedRead: 0, failedBefore: 0 },
};

function fatesFor(random: Random, hasLimit: boolean): Fates {
  const seldom = (): number => (random.percent(25) ? random.int(3, 25) : 0);
  if (random.percent(35)) return NO_FATES;
  return {
    ...{ lostReply: seldom(), lostRequest: seldom(), late: seldom(), notSent: seldom() },
    refused: hasLimit ? 0 : seldom(),
    failedRead: random.percent(20) ? random.int(3, 30) : 0,
    failedBefore: random.percent(15) ? random.int(20, 100) : 0,
  };
}

/** A world for each seed. */
export function worldFrom(seed: number): World {
  const random = randomFrom(seed);
  const object = random.pick(OBJECTS);
  const hasLimit = object === 'quota' || object === 'reservation';
  const machines = random.percent(30) ? random.int(2, 3) : 1;
  const errorNs = machines === 1 ? 0 : random.pick([0, MS / 10, MS, 10 * MS, 100 * MS]);
  const setup = machines === 1 && random.percent(30);
  const identities = random.percent(25) ? random.int(2, 3) : 1;
  const rounds = random.pick([1, 1, 2, 3]);
  const limit = random.int(1, 5);
  const asked = askedOf(random, { object, limit, identities, machines });
  const phases = phasesFor(random, object);
  const isUsed = asked.readings.length > 0 && !setup && random.percent(30);
  const settleNs = random.pick([5, 20, 60]) * MS;
  const things = object === 'reservation' && asked.readings.length === 0 && random.percent(30) ? ['a', 'b', 'c'] : [];
  const hasKeys =
    asked.readings.length === 0 && (asked.per === 'identity' || asked.windowNs > 0) && things.length === 0;
  const world = {
    ...{ seed, object, machines, errorNs, rounds, phases, setup, identities, limit, asked, settleNs },
    offsetsNs: Array.from({ length: machines }, () => random.int(-errorNs, errorNs)),
    isOneKey: random.percent(50),
    keys: hasKeys && random.percent(20) ? 2 : 1,
    initial: object === 'counter' && random.percent(30) ? random.int(1, 20) : 0,
    usedBefore: hasLimit && isUsed ? random.int(0, limit) : 0,
    quota:
      asked.windowNs === 0 ? ('total' as const) : random.pick(['fixed window', 'sliding window', 'bucket'] as const),
    windowNs: asked.windowNs,
    fates: fatesFor(random, hasLimit),
    goesOnUnread: machines === 1 && random.percent(50),
    quietNs: random.pick([0, 2, 20]) * MS,
    touches: random.percent(20),
    slowNs: random.pick([MS / 5, 2 * MS, 10 * MS]),
    things,
    givesBack: object === 'reservation' && asked.givesBack,
    namesHolds: random.percent(60),
  };
  return { ...world, header: headerFor(world) };
}

function headerFor(world: Omit<World, 'header'>): HistoryHeader {
  const { object, phases, rounds, setup, identities, limit, asked, errorNs, settleNs, seed } = world;
  const hasLimit = object === 'quota' || object === 'reservation';
  const { step, expect, readings, readingInfo, require } = asked;
  return headerOf({
    ...{ object, step, expect, readings, require, phases, rounds, setup, seed },
    initial: asked.tellsInitial && world.usedBefore === 0 ? String(step === '-1' ? limit : world.initial) : null,
    limit: hasLimit ? String(limit) : null,
    limitPer: hasLimit ? asked.per : null,
    clock: { unit: 'ns', errorNs },
    settleMs: settleNs / MS,
    ...(asked.returns ? { returns: true } : {}),
    ...(Object.keys(readingInfo).length === 0 ? {} : { readingInfo }),
    ...(identities === 1 ? {} : { identities }),
  });
}
