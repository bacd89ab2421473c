import type { PhaseInfo, PhaseKind } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { type Act, together, wait } from './clockwork.ts';
import { giveBack, type Hands, order, pause, read, type Spot, write } from './prober.ts';

/** A phase of one round, on one machine. */
export interface Running {
  readonly hands: Hands;
  readonly spot: Spot & { readonly phase: PhaseInfo };
  /** Of the first write in it. */
  readonly first: number;
}

type Run = (running: Running) => Act;

/** As many clients at once as there are. */
const LANES = 3;

/** A write, what it was granted given back perhaps, and a record of it. */
function* one(running: Running, i: number, lane: string): Act<Operation> {
  const done = yield* write(running.hands, running.spot, { i, lane, intent: ownIntent(running, i) });
  yield* perhapsBack(running, done);
  return done;
}

/** What has its effect once for each key has one for every write. */
const ownIntent = (running: Running, i: number): string | null =>
  running.hands.world.object === 'effect' ? intentName(running, i) : null;

function* perhapsBack({ hands, spot }: Pick<Running, 'hands' | 'spot'>, done: Operation): Act {
  if (!hands.world.givesBack || done.outcome !== 'ok' || !hands.random.percent(60)) return;
  yield* pause(hands);
  yield* giveBack(hands, spot, done);
}

const count = ({ spot: { phase } }: Running): readonly number[] => Array.from({ length: phase.count }, (_, i) => i);

function* burst(running: Running): Act {
  const { hands, spot, first } = running;
  const { clockwork, recorder } = hands;
  const invokeAt = clockwork.now;
  yield* wait(1_000);
  const leaves = recorder.local(clockwork.now);
  const { index: phaseIndex, name } = spot.phase;
  recorder.mark({
    ...{ release: true, round: spot.round, phase: name, phaseIndex, first: leaves, last: leaves, early: false },
    queued: 0,
  });
  const send = function* (i: number): Act {
    const intent = ownIntent(running, first + i);
    yield* perhapsBack(running, yield* write(hands, spot, { i: first + i, lane: `c${i}`, intent, invokeAt }));
  };
  yield* together(count(running).map(send));
}

function* spaced(running: Running): Act {
  for (const i of count(running)) {
    yield* one(running, running.first + i, 's0');
    yield* wait((running.spot.phase.everyMs ?? 0) * 1_000_000);
  }
}

function* lanes(running: Running): Act {
  const lane = function* (n: number): Act {
    for (const i of count(running).filter((i) => i % LANES === n)) yield* one(running, running.first + i, `l${n}`);
  };
  yield* together([0, 1, 2].map(lane));
}

function* mixed(running: Running): Act {
  const { hands, spot, first } = running;
  const isRead = hands.world.asked.readings.length > 0;
  const lane = function* (n: number): Act {
    for (const i of count(running).filter((i) => i % LANES === n)) {
      const { session } = yield* one(running, first + i, `m${n}`);
      if (isRead) yield* read(hands, spot, 'during', session);
    }
  };
  const reader = function* (): Act {
    for (let n = 0; n < 3 && isRead; n++) yield* read(hands, spot, 'during', 'r0');
  };
  yield* together([...[0, 1, 2].map(lane), reader()]);
}

const intentName = ({ hands: { machine }, spot: { round } }: Running, i: number): string =>
  `m${machine}-r${round}-${i}`;

/** Lost on purpose, and sent again. */
function* retry(running: Running): Act {
  const { hands, spot, first } = running;
  const abandoned = spot.phase.lose ?? 'reply';
  for (const n of count(running)) {
    const i = first + n;
    const intent = intentName(running, i);
    const fate = abandoned === 'reply' ? 'lostReply' : 'lostRequest';
    yield* write(hands, spot, { i, lane: 's0', intent, fate, abandoned });
    yield* write(hands, spot, { i, lane: 's0', intent });
  }
}

/** One key, again and again. */
function* replay(running: Running): Act {
  const { hands, spot, first } = running;
  const intent = intentName(running, first);
  const again = function* (n: number): Act {
    yield* write(hands, spot, { i: first, lane: `c${n}`, intent });
  };
  const attempts = count(running).map(again);
  if (spot.phase.when === 'at-once') return yield* together(attempts);
  if (spot.phase.when !== 'in-flight') {
    for (const attempt of attempts) yield* attempt;
    return;
  }
  const [early, ...others] = attempts;
  const late = function* (): Act {
    yield* pause(hands);
    yield* together(others);
  };
  if (early) yield* together([early, late()]);
}

function* idle({ hands }: Running): Act {
  yield* pause(hands);
}

const RUN: { readonly [Kind in PhaseKind]?: Run } = {
  concurrent: burst,
  ...{ spaced, lanes, mixed, retry, replay },
};

/** A limit of a phase turns with it. */
export function* runPhase(running: Running): Act {
  const { hands, spot } = running;
  if (hands.world.asked.per === 'phase') yield* order(hands, spot.key, 'turn');
  yield* (RUN[spot.phase.kind] ?? idle)(running);
}
