import { requirementNamed } from '../../src/check/diagnosis/requirement.ts';
import { checkRecorded } from '../../src/check/recorded/recorded.ts';
import { convert } from '../../src/cli/check/convert.ts';
import { openOptionsOf } from '../../src/cli/check/flags.ts';
import type { CliIo } from '../../src/cli/io.ts';
import { isProbeError } from '../../src/errors.ts';
import { readCorpus } from '../../src/history/formats/corpus-read.ts';
import type { FormatName } from '../../src/history/formats/format.ts';
import { FORMATS, openAny } from '../../src/history/formats/formats.ts';
import { keep } from '../../src/history/formats/keep.ts';
import type { History } from '../../src/history/history.ts';
import type { ScenarioResult } from '../../src/verdict/report.ts';

export interface Exported {
  readonly text: string;
  /** What was said on stderr. */
  readonly told: string;
}

/** What `check --to` writes; the message of its refusal where it refuses. */
export function exported(history: History, name: FormatName): Exported | string {
  const parts: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
  const io = {
    stdout: { write: (t: string) => parts.out.push(t) },
    stderr: { write: (t: string) => parts.err.push(t) },
  };
  try {
    convert(history, FORMATS[name], io as unknown as CliIo);
  } catch (error) {
    if (!isProbeError(error)) throw error;
    if (parts.out.length > 0) throw new Error('it was refused after it was begun');
    return error.message;
  }
  return { text: parts.out.join(''), told: parts.err.join('') };
}

/** As `check` judges what was written, with the flags that were asked for: each history of a corpus by itself. */
export async function judgedAgain({ text, told }: Exported, name: FormatName): Promise<readonly ScenarioResult[]> {
  const flag = (of: string): Record<string, string> => {
    const [, value] = new RegExp(`--${of} (\\S+)`).exec(told) ?? [];
    return value === undefined ? {} : { [of]: value };
  };
  const required = requirementNamed(flag('require').require ?? 'eventual');
  const options = openOptionsOf({ ...flag('initial'), ...flag('limit') });
  if (name === 'corpus') {
    const results: ScenarioResult[] = [];
    for await (const { history } of readCorpus(whole(text), 'exported', options))
      results.push(checkRecorded(history, required));
    return results;
  }
  const stream = await openAny(whole(text), 'exported', { ...options, from: name });
  const errorNs = Number.parseInt(flag('clock-error')['clock-error'] ?? '0', 10);
  const { header } = stream;
  return [
    checkRecorded(await keep({ ...stream, header: { ...header, clock: { ...header.clock, errorNs } } }), required),
  ];
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

/** The least number of writes that were lost, over all findings. */
export const leastLost = (results: readonly ScenarioResult[]): number =>
  results
    .flatMap(({ findings }) => findings)
    .reduce((sum, { code, count }) => sum + (code === 'CP101' ? (count.min ?? 0) : 0), 0);
