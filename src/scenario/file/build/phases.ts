import { DEFAULTS, LIMITS } from '../../parts/defaults.ts';
import type { PhaseDraft, WriteDraft } from '../../parts/draft.ts';
import { concurrent, defaultPhases, retry, spaced } from '../../parts/phases.ts';
import type { PhaseSpec } from '../../scenario.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Check, Path } from '../../text/source.ts';
import type { RawPhase, RawPhaseOf } from '../schema/phases.ts';
import { type BuildContext, fail, type RawTime, shareOf, someTime, time } from './context.ts';
import { pacedOf } from './paced.ts';
import { freeName, takeName } from './phase-names.ts';
import { otherOf } from './replay.ts';
import { askedOf, ownWriteOf } from './request.ts';

/** What phases are read with: the write that theirs are laid over, and the time for a request. */
export interface PhaseContext extends BuildContext {
  readonly write: WriteDraft;
  readonly timeoutMs: number;
}

/** Reads the phases of a scenario file. Each has a name that no other has. */
export function phasesOf(load: readonly RawPhase[] | undefined, context: PhaseContext): readonly PhaseDraft[] {
  if (load === undefined) return defaultPhases();
  const taken = new Set<string>();
  for (const [index, { name }] of load.entries()) {
    if (name !== undefined) context.check.attempt(['load', index, 'name'], undefined, () => takeName(name, taken));
  }
  if (load.every(({ phase }) => ['wait', 'quiet', 'run', 'request'].includes(phase))) {
    context.check.attempt(['load'], undefined, () =>
      fail(new Mistake('no phase sends a write', 'add one that does, such as { phase: concurrent, count: 10 }')),
    );
  }
  return load.map((raw, index) => {
    const name = raw.name ?? freeName(raw.phase, taken);
    taken.add(name);
    return draftOf(raw, name, ['load', index], context);
  });
}

function draftOf(raw: RawPhase, name: string, path: Path, context: PhaseContext): PhaseDraft {
  const { check, timeoutMs } = context;
  const write = 'write' in raw && raw.write ? ownWriteOf(context.write, raw.write, [...path, 'write'], context) : null;
  const abort = 'abort' in raw && raw.abort ? abortOf(raw.abort, [...path, 'abort'], check) : null;
  const asked = raw.phase === 'request' ? askedOf(raw, raw.expect?.status, path, timeoutMs, context) : null;
  const command = raw.phase === 'run' ? commandOf(raw, path, check) : null;
  const own = howOf(raw, name, path, check);
  return {
    write,
    other: raw.phase === 'replay' ? otherOf(raw, write ?? context.write, path, context) : null,
    step: asked,
    command:
      command === null
        ? null
        : { text: command, path: [...path, raw.phase === 'run' && raw.command === undefined ? 'run' : 'command'] },
    finish: ({ write: fitted, other, step }): PhaseSpec => {
      const base = { name, write: fitted, abort };
      if (own !== null) return own.kind === 'replay' ? { ...own, ...base, other } : { ...own, ...base };
      if (step !== null) return { kind: 'request', ...base, step };
      const timeMs = raw.phase === 'run' ? time(raw.timeout, [...path, 'timeout'], DEFAULTS.commandMs, check) : 0;
      return { kind: 'run', ...base, command: command ?? '', timeoutMs: timeMs };
    },
  };
}

function abortOf(raw: NonNullable<RawPhaseOf<'concurrent'>['abort']>, path: Path, check: Check): PhaseSpec['abort'] {
  const { after, share = 1 } = raw;
  return {
    afterMs: time(after, [...path, 'after'], 0, check),
    share: check.attempt([...path, 'share'], 1, () => shareOf(share)),
  };
}

function commandOf({ command, run }: RawPhaseOf<'run'>, path: Path, check: Check): string {
  return check.attempt(path, '', () => {
    if (command !== undefined && run !== undefined)
      throw new Mistake('a phase runs one command', 'keep one of command and run');
    return command ?? run ?? fail(new Mistake('it is not said what is run', 'add run: <command line>'));
  });
}

/** All of a phase but its requests; null for those that are nothing without: `request`, and `run`, whose command is apart. */
function howOf(
  raw: RawPhase,
  name: string,
  path: Path,
  check: Check,
): Exclude<PhaseSpec, { kind: 'request' | 'run' }> | null {
  const at = (given: RawTime, key: string, fallbackMs: number): number =>
    time(given, [...path, key], fallbackMs, check);
  const base = { name, write: null, abort: null };
  switch (raw.phase) {
    case 'concurrent':
      return concurrent(raw.count, { ...base, ...connectionsOf(raw), holdMs: at(raw.hold, 'hold', DEFAULTS.holdMs) });
    case 'spaced':
      return spaced(raw.count, { ...base, ...connectionsOf(raw), everyMs: at(raw.every, 'every', DEFAULTS.everyMs) });
    case 'paced':
      return { ...base, ...pacedOf(raw, path, check) };
    case 'lanes':
      return { kind: 'lanes', ...base, ...check.attempt(path, { lanes: 1, each: 1 }, () => checkedLanes(raw)) };
    case 'mixed': {
      const lanes = Math.min(raw.count, raw.lanes ?? DEFAULTS.lanes);
      const everyMs = at(raw.every, 'every', DEFAULTS.everyMs);
      return { kind: 'mixed', ...base, count: raw.count, lanes, readers: raw.readers ?? 1, everyMs };
    }
    case 'retry':
      return retry(raw.count ?? 1, { ...base, ...retryOf(raw, path, check) });
    case 'replay': {
      const { count = 2, when = 'at-once' } = raw;
      const holdMs = at(raw.hold, 'hold', DEFAULTS.holdMs);
      return {
        kind: 'replay',
        ...base,
        count,
        when,
        other: null,
        holdMs,
        afterMs: at(raw.after, 'after', DEFAULTS.inFlightMs),
      };
    }
    case 'wait':
    case 'quiet':
      return { kind: raw.phase, ...base, forMs: someTime(raw.for, [...path, 'for'], 1, check) };
    case 'run':
    case 'request':
      return null;
  }
}

function connectionsOf({ connections }: RawPhaseOf<'concurrent' | 'spaced'>) {
  return connections === undefined ? {} : { connections: connections === 'N' ? null : connections };
}

function checkedLanes({ lanes, each }: RawPhaseOf<'lanes'>) {
  if (lanes * each <= LIMITS.spaced) return { lanes, each };
  throw new Mistake(
    `${lanes} lanes of ${each} are ${lanes * each} writes`,
    `at most ${LIMITS.spaced.toLocaleString('en')}`,
  );
}

function retryOf(raw: RawPhaseOf<'retry'>, path: Path, check: Check): Partial<Extract<PhaseSpec, { kind: 'retry' }>> {
  const { lose = 'reply', times = 1, key = 'same', by = 'client', giveUpAfter } = raw;
  return {
    ...{ lose, times, key, by },
    giveUpAfterMs: giveUpAfter === undefined ? null : someTime(giveUpAfter, [...path, 'giveUpAfter'], 1, check),
    everyMs: time(raw.every, [...path, 'every'], DEFAULTS.everyMs, check),
  };
}
