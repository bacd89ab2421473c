import pLimit from 'p-limit';
import { withRatios } from '../../compare/latency.ts';
import { allPhases, type Question } from '../../compare/measurements.ts';
import { describeError, isProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { comparisonText } from '../../report/compare/text.ts';
import { json } from '../../report/json.ts';
import { strings } from '../../report/strings.ts';
import { commandLine } from '../../scenario/command.ts';
import { redactor } from '../../scenario/redact.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { ComparedRow, Comparison } from '../../verdict/comparison.ts';
import { VERSION } from '../../version.ts';
import { colored } from '../colors.ts';
import { interruptible } from '../interrupt.ts';
import { type CliIo, silent } from '../io.ts';
import { progress } from '../progress.ts';
import { consent } from '../run/consent.ts';
import { foreignHosts, seedOf } from '../run/input.ts';
import { redactedIo } from '../run/redacted.ts';
import { askAll } from './ask.ts';
import { type CompareFlags, jobsOf, passwordsOf, roundsOf } from './flags.ts';
import { pageFile } from './page-file.ts';
import { type Subject, subjectsOf } from './subjects.ts';

const STOPPING = 'stopping; what was measured follows (again to end at once)';

export interface CompareRequest {
  readonly words: readonly string[];
  readonly flags: CompareFlags;
  readonly argv: readonly string[];
  readonly io: CliIo;
  readonly hide: (secrets: readonly string[]) => void;
}

interface Job {
  readonly subjects: readonly Subject[];
  readonly flags: CompareFlags;
  readonly seed: number;
  readonly jobs: number;
  readonly rounds: number;
  readonly signal: AbortSignal;
  /** Without secrets, and silent where that was asked for. */
  readonly talk: CliIo;
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
  const page = await pageFile(flags.html ?? null, io.cwd);
  await consent(foreign(scenarios, rounds), flags.yes ?? false, redactedIo(io, redact));
  const talk = redactedIo(flags.quiet ? silent(io) : io, redact);
  const startedAt = io.now();
  const interrupt = interruptible(talk, STOPPING);
  const rows = await measureAll({ subjects, flags, seed, jobs, rounds, talk, signal: interrupt.signal });
  interrupt.release();
  const exitCode = interrupt.exitCode();
  const comparison = strings<Comparison>(
    {
      ...{ format: 'counter-probe-comparison', version: 1 },
      tool: { name: 'counter-probe', version: VERSION, node: process.version, platform: process.platform },
      run: {
        ...{ startedAt: startedAt.toISOString(), durationMs: io.now().getTime() - startedAt.getTime() },
        ...{ command: commandLine(argv, secrets), seed, interrupted: exitCode !== null },
      },
      rows: withRatios(rows),
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
const OURS = new Set(['format', 'of', 'kind', 'counted', 'codes']);

/** Writes to other machines: about so many for each file. */
const foreign = (scenarios: readonly Scenario[], rounds: number) =>
  foreignHosts(scenarios.map((scenario) => ({ ...scenario, rounds: 1, phases: allPhases(scenario, rounds) })));

async function measureAll(job: Job): Promise<readonly ComparedRow[]> {
  const limit = pLimit(job.jobs);
  return Promise.all(job.subjects.map((subject, i) => limit(() => measure(subject, i, job))));
}

async function measure(subject: Subject, i: number, job: Job): Promise<ComparedRow> {
  const { id, of, title, toRun, skipped } = subject;
  const row = { ...{ id, of, title, toRun, skipped }, settleMs: null, answers: null };
  if (skipped !== null) return row;
  const { signal, subjects, talk, seed, rounds, jobs } = job;
  if (signal.aborted) return { ...row, skipped: 'interrupted before it was begun' };
  const place = subjects.length === 1 ? '' : `${i + 1} of ${subjects.length}  `;
  // Several live lines would overwrite one another.
  const io = jobs === 1 ? talk : silent(talk);
  try {
    const opened = await subject.open();
    try {
      const live = (question: Question) =>
        progress(io, { verbose: false, title: `${place}${printable(id, 60)}  ${question}` });
      return { ...row, ...(await askAll(opened, subject.settleMs, { rounds, seed, signal, live })) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!isProbeError(error)) throw error;
    return { ...row, skipped: describeError(error) };
  }
}
