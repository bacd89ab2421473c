import { DEFAULTS } from '../../parts/defaults.ts';
import type { PhaseDraft, WriteDraft } from '../../parts/draft.ts';
import { defaultPhases } from '../../parts/phases.ts';
import type { PhaseSpec } from '../../scenario.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Check, Path } from '../../text/source.ts';
import type { RawPhase, RawPhaseOf } from '../schema/phases.ts';
import { type BuildContext, fail, shareOf, someTime, time } from './context.ts';
import { howOf } from './phase-kinds.ts';
import { freeName, takeName } from './phase-names.ts';
import { inTwo, otherOf } from './replay.ts';
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
  const given = raw.phase === 'replay' ? inTwo(raw).every : 'write' in raw ? raw.write : undefined;
  const write = given ? ownWriteOf(context.write, given, [...path, 'write'], context) : null;
  const abort = 'abort' in raw && raw.abort ? abortOf(raw.abort, [...path, 'abort'], check) : null;
  const asked = raw.phase === 'request' ? askedOf(raw, raw.expect?.status, path, timeoutMs, context) : null;
  const command = raw.phase === 'run' ? commandOf(raw, path, check) : null;
  const own = howOf(raw, name, path, check);
  return {
    write,
    other: raw.phase === 'replay' ? otherOf(raw, write ?? context.write, path, context) : null,
    step: asked,
    command,
    finish: ({ write: fitted, other, step }): PhaseSpec => {
      const base = { name, write: fitted, abort };
      if (step !== null) return { kind: 'request', ...base, step };
      if (own === null)
        return { kind: 'run', ...base, command: command?.text ?? '', timeoutMs: command?.timeoutMs ?? 0 };
      return own.kind === 'replay' ? { ...own, ...base, other } : { ...own, ...base };
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

interface Command {
  readonly text: string;
  readonly path: Path;
  readonly timeoutMs: number;
}

/** What a phase runs; `run` and `command` are two words for it. */
function commandOf({ command, run, timeout }: RawPhaseOf<'run'>, path: Path, check: Check): Command {
  const text = check.attempt(path, '', () => {
    if (command !== undefined && run !== undefined)
      throw new Mistake('a phase runs one command', 'keep one of command and run');
    return command ?? run ?? fail(new Mistake('it is not said what is run', 'add run: <command line>'));
  });
  const timeoutMs = someTime(timeout, [...path, 'timeout'], DEFAULTS.commandMs, check);
  return { text, path: [...path, command === undefined ? 'run' : 'command'], timeoutMs };
}
