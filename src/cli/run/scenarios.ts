import { resolve } from 'node:path';
import { isProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { type Probed, probe } from '../../probe.ts';
import { commandLine } from '../../scenario/command.ts';
import { hiding } from '../../scenario/redact.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Report, ScenarioResult } from '../../verdict/report.ts';
import { interruptible } from '../interrupt.ts';
import { type CliIo, silent } from '../io.ts';
import { progress } from '../progress.ts';
import { keepApart } from './apart.ts';
import { consent } from './consent.ts';
import { dryRun } from './dry-run.ts';
import type { CommandFlags } from './flags.ts';
import { type HistoryFile, historyPlaces, openHistories } from './history-file.ts';
import { foreignHosts, scenariosOf, seedOf } from './input.ts';
import { inputFiles } from './input-files.ts';
import { redactedIo, redactedReport } from './redacted.ts';
import { reportOf, withExitCode } from './report.ts';
import { filesOf, prepareReporters, reportersOf, warn, writeReports } from './reporters.ts';

const STOPPING = 'stopping; the report of what was done follows (again to end at once)';

export interface RunRequest {
  readonly paths: readonly string[];
  readonly flags: CommandFlags;
  /** The whole command line. */
  readonly argv: readonly string[];
  /** Flags and their values alone, with those from the environment. */
  readonly typed: readonly string[];
  readonly io: CliIo;
  readonly hide: (secrets: readonly string[]) => void;
}

interface Job {
  readonly request: RunRequest;
  readonly scenarios: readonly Scenario[];
  readonly seed: number;
  readonly secrets: readonly string[];
  /** Of those that are known by now. */
  readonly redact: (text: string) => string;
  readonly onSecrets: (secrets: readonly string[]) => void;
  /** Without secrets, and silent where that was asked for. */
  readonly talk: CliIo;
}

/** Runs scenarios one after another, so that none disturbs another, and writes the report; returns the exit code. */
export async function run(request: RunRequest): Promise<number> {
  const { flags, io } = request;
  const { reporter = [], json = false, outputDir = null, verbose = false } = flags;
  const reporters = reportersOf({ reporter, json, outputDir, verbose }, io.cwd);
  const job = await jobOf(request);
  if (flags.dryRun) {
    for (const scenario of job.scenarios) dryRun(scenario, job.seed, job.talk);
    return 0;
  }
  const histories = historyPlaces(flags.history ?? null, job.scenarios, io.cwd);
  await keepApart([...histories, ...filesOf(reporters)], inputFiles(job.scenarios, flags, io.cwd));
  await consent(foreignHosts(job.scenarios), flags.yes ?? false, redactedIo(io, job.redact));
  await prepareReporters(reporters, outputDir === null ? null : resolve(io.cwd, outputDir));
  const report = await probeAll(job);
  await writeReports(report, reporters, io, redactedIo(io, job.redact).stderr);
  return report.summary.exitCode;
}

async function jobOf(request: RunRequest): Promise<Job> {
  const { paths, flags, io, hide } = request;
  const seed = seedOf(flags.seed);
  const scenarios = await scenariosOf(paths, flags, io);
  const secrets = [...new Set(scenarios.flatMap((s) => s.secrets))];
  hide(secrets);
  const hidden = hiding(secrets);
  const talk = redactedIo(flags.quiet ? silent(io) : io, hidden.redact);
  const onSecrets = (more: readonly string[]) => {
    hide(more);
    hidden.hide(more);
  };
  return { request, scenarios, seed, secrets, redact: hidden.redact, onSecrets, talk };
}

async function probeAll(job: Job): Promise<Report> {
  const { request, scenarios, seed, secrets, redact, talk } = job;
  const { argv, flags } = request;
  const histories = await openHistories(historyPlaces(flags.history ?? null, scenarios, request.io.cwd));
  const startedAt = talk.now();
  const interrupt = interruptible(talk, STOPPING);
  // The time limit is for all scenarios together.
  const wholeMs = Math.max(...scenarios.map(({ deadlineMs }) => deadlineMs));
  const probed: ScenarioResult[] = [];
  let id = '';
  for (const [i, scenario] of scenarios.entries()) {
    if (interrupt.signal.aborted) break;
    if (scenarios.length > 1)
      talk.stderr.write(`${i + 1} of ${scenarios.length}: ${printable(redact(scenario.name), 200)}\n`);
    const leftMs = i === 0 ? wholeMs : wholeMs - (talk.now().getTime() - startedAt.getTime());
    const limited = { ...scenario, deadlineMs: Math.max(1, Math.min(scenario.deadlineMs, leftMs)) };
    const { result, history } = await probeOne(limited, job, histories[i] ?? null, interrupt.signal);
    id ||= history.header.runId;
    probed.push(result);
  }
  interrupt.release();
  const command = commandLine(argv, secrets);
  const report = reportOf({ id, startedAt, endedAt: talk.now(), command, seed }, probed);
  const { allowInconclusive = false, exitZero = false } = flags;
  const told = withExitCode(report, { interrupted: interrupt.exitCode(), allowInconclusive, exitZero });
  return redactedReport(told, redact);
}

async function probeOne(scenario: Scenario, job: Job, file: HistoryFile | null, signal: AbortSignal): Promise<Probed> {
  const { request, seed, secrets, onSecrets, talk } = job;
  const live = progress(talk, { verbose: request.flags.verbose ?? false });
  const onHistory: Pick<HistoryFile, 'header' | 'entry'> = {
    header(header) {
      live.header(header);
      file?.header(header);
    },
    entry(entry) {
      live.entry(entry);
      file?.entry(entry);
    },
  };
  const probed = await probe(scenario, { seed, signal, onProgress: live.tell, onSecrets, onHistory }).finally(live.end);
  const kept = await saved(file, job);
  const files = scenario.file === null ? [] : [scenario.file];
  const replay = commandLine(['run', ...files, ...withSeed(request.typed, seed)], secrets);
  return { ...probed, result: { ...probed.result, history: kept, replay: [replay] } };
}

/** Ends the file; its path where it is whole. What a full disk kept out of it is no reason to keep back the report. */
async function saved(file: HistoryFile | null, { request, redact }: Job): Promise<string | null> {
  if (file === null) return null;
  try {
    await file.end();
    return file.path;
  } catch (error) {
    if (!isProbeError(error)) throw error;
    warn(redactedIo(request.io, redact).stderr, `the history is not whole: ${error.message}`);
    return null;
  }
}

function withSeed(typed: readonly string[], seed: number): readonly string[] {
  const others = typed.filter(
    (word, i) => word !== '--seed' && typed[i - 1] !== '--seed' && !word.startsWith('--seed='),
  );
  return [...others, '--seed', String(seed)];
}
