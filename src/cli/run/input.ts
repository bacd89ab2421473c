import { randomInt } from 'node:crypto';
import { ProbeError } from '../../errors.ts';
import { hosts, isLoopback } from '../../plan/hosts.ts';
import { type FlagContext, loadOptionsFromFlags, scenarioFromFlags } from '../../scenario/flags.ts';
import { loadScenario } from '../../scenario/load.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { writesInRound } from '../../scenario/writes.ts';
import type { CliIo } from '../io.ts';
import { refuseUnused } from '../unused-variables.ts';
import type { Foreign } from './consent.ts';
import type { CommandFlags } from './flags.ts';
import { phaseChange } from './phase-change.ts';
import { scenarioFiles } from './scenario-files.ts';

const MAX_SEED = 2 ** 31 - 1;

/** The scenarios that a command line asks for: of its files, else of its flags. Throws a ProbeError. */
export async function scenariosOf(
  paths: readonly string[],
  flags: CommandFlags,
  io: CliIo,
): Promise<readonly Scenario[]> {
  const context = { env: io.env, nowMs: io.now().getTime() };
  const scenarios =
    paths.length === 0 ? [scenarioFromFlags(flags, context)] : await fromFiles(paths, flags, context, io);
  refuseUnused(flags, scenarios);
  for (const scenario of scenarios) refuseOverlap(scenario);
  return scenarios;
}

/** More in flight together than are let go together can never be. */
function refuseOverlap({ minOverlap, phases, file }: Scenario): void {
  const bursts = phases.flatMap((phase) => (phase.kind === 'concurrent' ? [phase.count] : []));
  const smallest = Math.min(...bursts);
  if (minOverlap === null || minOverlap <= smallest) return;
  const where = file === null ? '' : `${file}: `;
  const message = `${where}--min-overlap ${minOverlap} is more than the ${smallest} writes that are released together`;
  throw new ProbeError('usage', message, { mend: `give at most ${smallest}, or raise -c` });
}

async function fromFiles(
  paths: readonly string[],
  flags: CommandFlags,
  context: FlagContext,
  io: CliIo,
): Promise<readonly Scenario[]> {
  const { concurrency, spaced, spacing, ...rest } = flags;
  const change = phaseChange({ concurrency, spaced, spacing });
  const options = loadOptionsFromFlags(rest, context);
  const files = await scenarioFiles(paths, io.cwd);
  return files.map((file) => change(loadScenario(file, options)));
}

/** Writes by host, for the hosts that are not this machine. */
export function foreignHosts(scenarios: readonly Scenario[]): readonly Foreign[] {
  const writes = new Map<string, number>();
  for (const scenario of scenarios) {
    const count = scenario.rounds * writesInRound(scenario);
    for (const host of hosts(scenario)) if (!isLoopback(host)) writes.set(host, (writes.get(host) ?? 0) + count);
  }
  return [...writes].map(([host, count]) => ({ host, writes: count }));
}

/** The seed that was given, or a new one. */
export function seedOf(text: string | undefined): number {
  if (text === undefined) return randomInt(MAX_SEED);
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (seed <= MAX_SEED) return seed;
  throw new ProbeError('usage', `--seed takes a whole number from 0 to ${MAX_SEED}, not '${text}'`);
}
