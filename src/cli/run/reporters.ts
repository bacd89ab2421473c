import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { human } from '../../report/human.ts';
import { json } from '../../report/json.ts';
import type { Report } from '../../verdict/report.ts';
import { colored } from '../colors.ts';
import type { CliIo, Output } from '../io.ts';
import { unknownWord } from '../nearest.ts';
import { columnsOf, PLAIN_COLUMNS } from '../width.ts';
import type { Named } from './apart.ts';
import { writeWhole } from './whole-file.ts';
import { mustBeWritable, unwritable } from './writable.ts';

const FILE_NAMES = { human: 'report.txt', json: 'report.json' } as const;
const LONGEST_WARNING = 1_000;
type Format = keyof typeof FILE_NAMES;

export interface ReporterFlags {
  /** `name` or `name=path`. */
  readonly reporter: readonly string[];
  readonly json: boolean;
  readonly outputDir: string | null;
  /** More in reports for people; left out: no. */
  readonly verbose?: boolean;
}

/** One report to be written; to stdout where the path is null. */
export interface Reporter {
  readonly format: Format;
  /** Absolute. */
  readonly path: string | null;
  /** One answer of each kind as well; left out: only where something calls for it. */
  readonly verbose?: true;
}

/**
 * What to write where. A reporter without a path writes to stdout, or, but for `human`, into the output folder where
 * there is one; an output folder always gets report.json. Where nothing else is asked for, `human` is on stdout.
 */
export function reportersOf(flags: ReporterFlags, cwd: string): readonly Reporter[] {
  const folder = flags.outputDir === null ? null : resolve(cwd, flags.outputDir);
  const asked = flags.reporter.map((text) => placed(parsed(text, folder ?? cwd), folder));
  const all: Reporter[] = flags.json ? [...asked, { format: 'json', path: null }] : [...asked];
  if (all.length === 0) all.push({ format: 'human', path: null });
  const saved = folder === null ? null : resolve(folder, FILE_NAMES.json);
  if (saved !== null && !all.some(({ path }) => path === saved)) all.push({ format: 'json', path: saved });
  if (all.filter((r) => r.path === null).length > 1) {
    const mend = 'give one a path: --reporter json=report.json';
    throw new ProbeError('usage', 'two reports would go to stdout', { mend });
  }
  return flags.verbose ? all.map((reporter) => ({ ...reporter, verbose: true as const })) : all;
}

function parsed(text: string, base: string): Reporter {
  const cut = text.indexOf('=');
  const name = cut < 0 ? text : text.slice(0, cut);
  if (!isFormat(name)) throw unknownWord('reporter', name, Object.keys(FILE_NAMES));
  if (cut === text.length - 1) throw new ProbeError('usage', `--reporter ${text} names no path`);
  return { format: name, path: cut < 0 ? null : resolve(base, text.slice(cut + 1)) };
}

const isFormat = (name: string): name is Format => Object.hasOwn(FILE_NAMES, name);

function placed({ format, path }: Reporter, folder: string | null): Reporter {
  return { format, path: path ?? (folder === null || format === 'human' ? null : resolve(folder, FILE_NAMES[format])) };
}

/** The files that reports go to. */
export const filesOf = (reporters: readonly Reporter[]): readonly Named[] =>
  reporters.flatMap(({ format, path }) => (path === null ? [] : [{ name: `the ${format} report ${path}`, path }]));

/** Makes the output folder and makes sure that each report can be written, before anything is sent. */
export async function prepareReporters(reporters: readonly Reporter[], outputDir: string | null): Promise<void> {
  if (outputDir !== null)
    await mkdir(outputDir, { recursive: true }).catch((error) => {
      throw unwritable(outputDir, error);
    });
  for (const { path } of reporters) if (path !== null) await mustBeWritable(path);
}

/**
 * Writes a report in every form that was asked for. One that cannot be written is told on stderr and keeps back no other;
 * rejects with a ProbeError when not one could be.
 */
export async function writeReports(
  report: Report,
  reporters: readonly Reporter[],
  io: CliIo,
  stderr: Output = io.stderr,
): Promise<void> {
  const failed: ProbeError[] = [];
  for (const { format, path, verbose = false } of reporters) {
    const style = { columns: PLAIN_COLUMNS, colors: false, verbose };
    const onScreen = { columns: columnsOf(io), colors: colored(io.stdout, io.env), verbose };
    const text = format === 'json' ? json(report) : human(report, path === null ? onScreen : style);
    if (path === null) io.stdout.write(text);
    else await writeWhole(path, text).catch((error) => failed.push(unwritable(path, error)));
  }
  const [first] = failed;
  if (first !== undefined && failed.length === reporters.length) throw first;
  for (const error of failed) warn(stderr, `a report is missing: ${error.message}`);
}

/** Says on stderr, in one line, what went wrong beside the work itself. */
export function warn(stderr: Output, message: string): void {
  stderr.write(`counter-probe: warning: ${printable(message, LONGEST_WARNING)}\n`);
}
