import { allPhases } from '../../compare/measurements.ts';
import { comparisonText } from '../../report/compare/text.ts';
import { json } from '../../report/json.ts';
import { strings } from '../../report/strings.ts';
import { commandLine } from '../../scenario/command.ts';
import { redactor } from '../../scenario/redact.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { ComparedRow, Comparison } from '../../verdict/comparison.ts';
import { COMPARISON_SCHEMA } from '../../verdict/schema-names.ts';
import { VERSION } from '../../version.ts';
import { colored } from '../colors.ts';
import { interruptible } from '../interrupt.ts';
import { type CliIo, silent } from '../io.ts';
import { consent } from '../run/consent.ts';
import { foreignHosts, seedOf } from '../run/input.ts';
import { inputFiles } from '../run/input-files.ts';
import { redactedIo } from '../run/redacted.ts';
import { Board } from './board.ts';
import { type CompareFlags, jobsOf, passwordsOf, roundsOf } from './flags.ts';
import { measureAll } from './measure.ts';
import { pageFile } from './page-file.ts';
import { subjectsOf } from './subjects.ts';

const MOST_OPEN = 8;
const STOPPING = 'stopping; what was measured follows (again to end at once)';

export interface CompareRequest {
  readonly words: readonly string[];
  readonly flags: CompareFlags;
  readonly argv: readonly string[];
  readonly io: CliIo;
  readonly hide: (secrets: readonly string[]) => void;
}

/** Measures all subjects and tells what was found; returns the exit code. */
export async function compare({ words, flags, argv, io, hide }: CompareRequest): Promise<number> {
  const [seed, jobs, rounds] = [seedOf(flags.seed), jobsOf(flags), roundsOf(flags)];
  hide(passwordsOf(flags));
  const subjects = await subjectsOf(words, flags, io);
  const scenarios = subjects.flatMap(({ scenario }) => scenario ?? []);
  const secrets = [...new Set([...passwordsOf(flags), ...scenarios.flatMap((scenario) => scenario.secrets)])];
  hide(secrets);
  const redact = redactor(secrets);
  const page = await pageFile(flags.html ?? null, inputFiles(scenarios, flags, io.cwd), io.cwd);
  await consent(foreign(scenarios, rounds), flags.yes ?? false, redactedIo(io, redact));
  const talk = redactedIo(flags.quiet ? silent(io) : io, redact);
  const startedAt = io.now();
  const interrupt = interruptible(talk, STOPPING);
  const board = new Board(talk);
  const job = { subjects, seed, jobs, rounds, board, signal: interrupt.signal, mostOpen: MOST_OPEN };
  const rows = await measureAll(job).finally(interrupt.release);
  const exitCode = interrupt.exitCode();
  const comparison = strings<Comparison>(
    {
      ...{ $schema: COMPARISON_SCHEMA, format: 'counter-probe-comparison', version: 1 },
      tool: { name: 'counter-probe', version: VERSION, node: process.version, platform: process.platform },
      run: {
        ...{ startedAt: startedAt.toISOString(), durationMs: io.now().getTime() - startedAt.getTime() },
        ...{ command: commandLine(argv, secrets), seed, interrupted: exitCode !== null },
      },
      rows,
    },
    redact,
    OURS,
  );
  const style = { columns: io.stdout.columns ?? null, colors: colored(io.stdout, io.env) };
  io.stdout.write(flags.json ? json(comparison) : comparisonText(comparison, style));
  await page.write(comparison);
  return exitCode ?? (rows.some(isMeasured) ? 0 : NOTHING_MEASURED);
}

const NOTHING_MEASURED = 3;

const isMeasured = ({ answers }: ComparedRow): boolean => Object.values(answers ?? {}).some(({ tested }) => tested);

/** Members whose values are words of ours, whatever a secret may be. */
const OURS = new Set(['$schema', 'format', 'of', 'kind', 'counted', 'codes']);

/** Writes to other machines: about so many for each file. */
const foreign = (scenarios: readonly Scenario[], rounds: number) =>
  foreignHosts(scenarios.map((scenario) => ({ ...scenario, rounds: 1, phases: allPhases(scenario, rounds) })));
