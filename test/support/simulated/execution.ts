import type { History } from '../../../src/history/history.ts';
import { mergeHistories } from '../../../src/history/merge.ts';
import { Clockwork } from './clockwork.ts';
import { machineRun } from './machine.ts';
import { randomFrom } from './random.ts';
import { Recorder } from './recorder.ts';
import type { Service } from './service.ts';
import { serviceOf } from './services.ts';
import { Wire } from './wire.ts';
import { type World, worldFrom } from './world.ts';

export interface Execution {
  readonly world: World;
  readonly history: History;
}

/** What is done to a service that is right. */
export type Spoil = (service: Service, world: World) => Service;

/** Plays a whole run against a service that is right, in simulated time, and records what its machines saw of it. */
export function executionOf(seed: number, spoil: Spoil = (service) => service): Execution {
  const world = worldFrom(seed);
  const random = randomFrom(seed ^ 0x5bd1e995);
  const clockwork = new Clockwork();
  const wire = new Wire(clockwork, spoil(serviceOf(world, random), world), random, world);
  const recorders = Array.from({ length: world.machines }, (_, machine) => {
    const recorder = new Recorder(world, machine);
    clockwork.start(machineRun({ world, machine, clockwork, wire, recorder, random }));
    return recorder;
  });
  clockwork.run();
  const parts = recorders.map((recorder, i) => ({ machine: `machine-${i}`, history: recorder.history() }));
  const [only] = parts;
  if (only === undefined) throw new Error('a run on no machine');
  return { world, history: parts.length === 1 ? only.history : mergeHistories(parts, world.errorNs) };
}
