import type { PhaseInfo } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { type Act, wait } from './clockwork.ts';
import { runPhase } from './phase-kinds.ts';
import { type Hands, order, pause, read, type Spot } from './prober.ts';

const BEFORE = { index: -1, name: 'before' };
const MS = 1_000_000;

/** A whole run on one machine, as the prober does it. */
export function* machineRun(hands: Hands): Act {
  const { world, recorder, random } = hands;
  const isRead = world.asked.readings.length > 0;
  const rested = new Map<string, Spot>();
  yield* wait(random.int(0, 5) * world.slowNs);
  for (let round = 1; round <= world.rounds; round++) {
    const key = world.isOneKey ? 'one' : `key-${round}`;
    if (world.setup) yield* order(hands, key, 'setup');
    const spot = { key, round, phase: BEFORE };
    if (isRead && !(yield* hasBase(hands, spot)) && !world.goesOnUnread)
      return recorder.mark({ stopped: true, round, why: 'unreadable', message: 'the reading failed' });
    if (isRead && round === 1 && world.quietNs > 0) {
      yield* wait(world.quietNs);
      yield* read(hands, spot, 'quiet');
    }
    const last = yield* phasesOf(hands, spot);
    if (isRead) yield* watch(hands, last, round === world.rounds);
    rested.delete(key);
    rested.set(key, last);
  }
  if (isRead) for (const last of [...rested.values()].slice(0, -1)) yield* read(hands, last, 'quiet');
}

function* hasBase(hands: Hands, spot: Spot): Act<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    if ((yield* read(hands, spot, 'before')).outcome === 'ok') return true;
    yield* pause(hands);
  }
  return false;
}

function* phasesOf(hands: Hands, { key, round }: Spot): Act<Spot> {
  const { world } = hands;
  let first = 0;
  for (const phase of world.phases) {
    yield* runPhase({ hands, spot: { key, round, phase }, first });
    first += phase.kind === 'replay' ? 1 : phase.count;
    if (world.asked.readings.length > 0) yield* settle(hands, { key, round, phase });
  }
  return { key, round, phase: world.phases.at(-1) as PhaseInfo };
}

function* watch(hands: Hands, spot: Spot, isLast: boolean): Act {
  yield* wait(isLast ? Math.max(hands.world.quietNs, hands.world.settleNs) : hands.world.quietNs);
  yield* read(hands, spot, 'quiet');
}

/** Until the number stood for all of the settling time, or five times of it have passed. */
function* settle(hands: Hands, spot: Spot & { readonly phase: PhaseInfo }): Act {
  const { clockwork, recorder, world } = hands;
  const { settleNs, asked } = world;
  const start = clockwork.now;
  let [answered, first, sinceAt, stood]: [number, number | null, number, boolean] = [0, null, start, false];
  for (let pauseNs = settleNs / 4; ; pauseNs *= 1.5) {
    const began = clockwork.now;
    const one = yield* read(hands, spot, 'settle');
    const value = numberOf(one, answered * asked.adds);
    if (one.outcome === 'ok') answered += 1;
    if (value !== null && value === first) stood = began - sinceAt >= settleNs;
    else if (value !== null) [first, sinceAt] = [value, clockwork.now];
    const past = clockwork.now - start;
    if (stood || past >= (first === null ? settleNs : 5 * settleNs)) break;
    yield* wait(Math.round(pauseNs));
  }
  if (first === null) return;
  const afterMs = Math.max(0, sinceAt - start) / MS;
  const { index: phaseIndex } = spot.phase;
  recorder.mark({ settled: true, round: spot.round, phaseIndex, reading: 'value', afterMs, moving: !stood });
}

/** Without what readings added. */
const numberOf = ({ value }: Operation, added: number): number | null =>
  value === null ? null : Number(value) - added;
