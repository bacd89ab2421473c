import { resolve } from 'node:path';
import { assumedStart } from '../../check/recorded/assumed-start.ts';
import { checkRecorded } from '../../check/recorded/recorded.ts';
import { formatNamed } from '../../history/formats/formats.ts';
import { commandLine } from '../../scenario/command.ts';
import type { CliIo } from '../io.ts';
import { keepApart } from '../run/apart.ts';
import { reportOf } from '../run/report.ts';
import { filesOf, prepareReporters, reportersOf, writeReports } from '../run/reporters.ts';
import { mustBeWritable } from '../run/writable.ts';
import { certify } from './certify.ts';
import { convert } from './convert.ts';
import { checkCorpus } from './corpus.ts';
import {
  type CheckFlags,
  clockErrorOf,
  openOptionsOf,
  recordedRequirement,
  refuseMixed,
  requirementOf,
} from './flags.ts';
import { type Read, readHistories } from './histories.ts';
import { namedInputs, nameOf, refuseTwice } from './source.ts';

export interface CheckRequest {
  readonly paths: readonly string[];
  readonly flags: CheckFlags;
  /** The whole command line. */
  readonly argv: readonly string[];
  readonly io: CliIo;
}

/** Judges recorded histories, or converts them; returns the exit code. Nothing is on stdout when it rejects. */
export async function check(request: CheckRequest): Promise<number> {
  const { paths, flags, io } = request;
  refuseMixed(paths, flags);
  if (flags.corpus !== undefined) return checkCorpus(flags.corpus, flags.json ?? false, io);
  const target = flags.to === undefined ? null : formatNamed(flags.to);
  await refuseTwice(paths, io);
  const options = openOptionsOf(flags);
  const errorNs = clockErrorOf(flags);
  const digest = flags.certificate !== undefined;
  const how = { options, clockErrorNs: errorNs, whole: target !== null || digest, digest };
  if (target === null) return judged(request, () => readHistories(paths, how, io));
  const { history } = await readHistories(paths, how, io);
  convert(history, target, io);
  return 0;
}

async function judged({ paths, flags, argv, io }: CheckRequest, read: () => Promise<Read>): Promise<number> {
  const { reporter = [], json = false, certificate } = flags;
  const asked = requirementOf(flags);
  const reporters = reportersOf({ reporter, json, outputDir: null }, io.cwd);
  const proof = certificate === undefined ? null : resolve(io.cwd, certificate);
  const proofs = proof === null ? [] : [{ name: `--certificate ${certificate}`, path: proof }];
  await keepApart([...proofs, ...filesOf(reporters)], namedInputs(paths, io));
  await prepareReporters(reporters, null);
  if (proof !== null) await mustBeWritable(proof);
  const startedAt = io.now();
  const { history, sha256, assumesStart } = await read();
  const result = checkRecorded(history, asked ?? recordedRequirement(history.header));
  const notes = assumesStart ? assumedStart(history) : [];
  if (certificate !== undefined && sha256 !== null) await certify({ history, sha256 }, result, certificate, io);
  const command = commandLine(argv, []);
  const { runId, seed } = history.header;
  const report = reportOf({ id: runId, startedAt, endedAt: io.now(), command, seed }, [
    { ...result, notes: [...notes, ...result.notes], history: paths.map(nameOf).join(' '), replay: [command] },
  ]);
  await writeReports(report, reporters, io);
  return report.summary.exitCode;
}
