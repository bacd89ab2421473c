import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/cli.ts';
import { certifiedFiles, historyFolder } from '../support/saved-runs.ts';

interface Expected {
  readonly verdict: string;
  readonly codes: readonly string[];
  readonly anyCodes?: readonly string[];
  readonly mustNotCodes: readonly string[];
  readonly acceptVerdicts?: readonly string[];
}

interface Case {
  readonly id: string;
  readonly server: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly scenario: string;
  /** One of many of its kind: run with CASES=all only. */
  readonly rare: boolean;
  /** What the prober still does wrong with it; such a case is skipped, and named as skipped. */
  readonly open?: string;
  readonly expect: Expected;
  readonly expectFixed: Expected | null;
}

interface Server {
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Report {
  readonly summary: { readonly verdict: string };
  readonly scenarios: readonly { readonly findings: readonly { readonly code: string }[] }[];
}

const here = new URL('.', import.meta.url);
const cases = JSON.parse(readFileSync(new URL('expected.json', here), 'utf8')) as readonly Case[];
const fewAtATime = pLimit(4);
const exitCodes: Readonly<Record<string, number>> = { pass: 0, fail: 1, inconclusive: 3 };

async function started(one: Case, fixed: boolean): Promise<Server> {
  const module = (await import(new URL(one.server, here).href)) as { start: (options: object) => Promise<Server> };
  return module.start({ port: 0, seed: 1, ...one.options, fixed });
}

/** The verdict, the codes and the exit code of one run, or what standard error said when there is no report. */
async function probed(one: Case, fixed: boolean) {
  const server = await started(one, fixed);
  const file = fileURLToPath(new URL(one.scenario, here));
  const saved = historyFolder();
  const flags = ['--var', `base_url=${server.url}`, '--json', '--yes', '--history', saved.path];
  const run = await cli(['run', file, ...flags]).finally(server.close);
  if (run.stdout === '') throw new Error(`no report, exit code ${run.code}: ${run.stderr}`);
  const report = JSON.parse(run.stdout) as Report;
  await certifiedFiles(saved, run.code);
  const codes = new Set(report.scenarios.flatMap((scenario) => scenario.findings.map((finding) => finding.code)));
  return { verdict: report.summary.verdict, code: run.code, codes: [...codes].sort() };
}

/** What is wrong with an answer, in words; nothing when it is as expected. */
function complaints(seen: Awaited<ReturnType<typeof probed>>, want: Expected): string[] {
  const has = (code: string) => seen.codes.includes(code);
  const verdicts = want.acceptVerdicts ?? [want.verdict];
  const said = `said ${seen.verdict} with ${seen.codes.join(' ') || 'no code'}`;
  const exact = seen.verdict === want.verdict;
  return [
    ...(verdicts.includes(seen.verdict) ? [] : [`${said}, not ${verdicts.join(' or ')}`]),
    ...(seen.code === exitCodes[seen.verdict] ? [] : [`exit code ${seen.code} for ${seen.verdict}`]),
    ...(exact ? want.codes.filter((code) => !has(code)).map((code) => `${said}, without ${code}`) : []),
    ...(exact && want.anyCodes && !want.anyCodes.some(has)
      ? [`${said}, without any of ${want.anyCodes.join(' ')}`]
      : []),
    ...want.mustNotCodes.filter(has).map((code) => `${said}: accused of ${code}`),
  ];
}

const chosen = cases.filter(({ rare }) => !rare || process.env.CASES === 'all');
const runs = chosen.flatMap((one) => [
  { name: one.id, one, fixed: false, want: one.expect },
  ...(one.expectFixed ? [{ name: `${one.id}, corrected`, one, fixed: true, want: one.expectFixed }] : []),
]);

describe('Each case gets the verdict that its server deserves', () => {
  for (const { name, one, fixed, want } of runs) {
    it.concurrent(name, { skip: one.open !== undefined, timeout: 60_000 }, () =>
      fewAtATime(async () => {
        expect(complaints(await probed(one, fixed), want)).toEqual([]);
      }),
    );
  }
});
