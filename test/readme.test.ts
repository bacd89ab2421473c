import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { confidence } from '../src/check/statistics/confidence.ts';
import { CODES } from '../src/verdict/codes.ts';
import { CLI, cli } from './support/cli.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const README = read('README.md');

/** Every command of the README: the lines of its `sh` blocks, and the `npx counter-probe …` in its text. */
const COMMANDS = [
  ...[...README.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap((block) => (block[1] ?? '').trim().split('\n')),
  ...[...README.matchAll(/`(npx counter-probe [^`\n]+)`/g)].map((match) => match[1] ?? ''),
  ...[...README.matchAll(/^\$ (npx counter-probe .+)$/gm)].map((match) => match[1] ?? ''),
];

/** The words of a command as a shell would split them, without `npx counter-probe`. */
const words = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '').slice(2);

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

/** Starts `serve`, on a free port in place of its own; its URL and the command it proposes. */
async function serve(args: readonly string[]): Promise<{ readonly url: string; readonly proposes: string }> {
  const onFreePort = args.map((word, i) => (args[i - 1] === '--port' ? '0' : word));
  const child = spawn(process.execPath, [CLI, ...onFreePort], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const listening = String((await lines.next()).value);
  const proposes = String((await lines.next()).value);
  return { url: listening.replace('listening ', ''), proposes };
}

/** Runs a command of the README against a server of ours, in place of the address that it names. */
const against = (url: string, command: string, extra: readonly string[] = []) =>
  cli([...words(command).map((word) => word.replace(/http:\/\/127\.0\.0\.1:(8080|8787)/, url)), ...extra]);

/** What the README shows of the output of a command. */
const shownAfter = (command: string): string =>
  README.match(new RegExp(`^\\$ npx counter-probe ${command}.*\\n([\\s\\S]*?)^\`\`\``, 'm'))?.[1] ?? '';

/** The numbers differ from run to run, and a range may be one number; all else is as shown. */
const shape = (text: string): string => text.replace(/\d+(\.\d+)?(-\d+)?/g, '#').replace(/ +/g, ' ');

const find = (part: string): string => {
  const [command, ...more] = COMMANDS.filter((one) => `${one}\n`.includes(part));
  expect(
    more.filter((one) => one !== command),
    `one command with ${part}`,
  ).toEqual([]);
  return command ?? '';
};

describe('the commands of the README', () => {
  it('are all run here, and no others', () => {
    expect([...new Set(COMMANDS)].map((command) => command.replace(/ -.*| scen.*/, ''))).toEqual([
      'npm ci && npm run demo',
      'npm ci && npm test',
      'npx counter-probe run',
      'npx counter-probe run',
      'npx counter-probe run',
      'npx counter-probe serve memory-read-write',
      'npx counter-probe run',
      'npx counter-probe run',
      'npx counter-probe run',
      'npx counter-probe serve',
      'npx counter-probe explain CP101',
      'npx counter-probe schema report',
      'npx counter-probe run',
      'npx counter-probe compare memory-read-write retry-events-memory',
    ]);
  });

  it('npm ci && npm test is what CI runs', () => {
    const ci = read('.ci/run');
    expect(ci).toMatch(/^npm ci\b/m);
    expect(ci).toMatch(/^npm test\b/m);
  });

  it('npm run demo shows wrong servers caught and right ones cleared', { timeout: 60_000 }, async () => {
    expect(JSON.parse(read('package.json')).scripts.demo).toBe('node bin/counter-probe.js demo');
    const { code, stdout } = await cli(['demo', '--json']);
    const report = JSON.parse(stdout);
    const seen = report.scenarios.map(
      (one: { verdict: string; target: { design: string }; phases: { observed: string; kind: string }[] }) => ({
        design: one.target.design,
        verdict: one.verdict,
        burst: Number(one.phases.find((phase) => phase.kind === 'concurrent')?.observed),
      }),
    );
    expect(code).toBe(0);
    expect(seen).toEqual([
      { design: 'memory-read-write', verdict: 'fail', burst: expect.toSatisfy((n: number) => n >= 1 && n <= 3) },
      { design: 'memory-cached-read', verdict: 'fail', burst: expect.any(Number) },
      { design: 'memory-atomic', verdict: 'pass', burst: 10 },
      { design: 'memory-rate-limited', verdict: 'pass', burst: expect.any(Number) },
    ]);
  });

  it('the failing run on Workers KV says what the README shows', { timeout: 60_000 }, async () => {
    const { url, proposes } = await serve(['serve', 'workers-kv', '--port', '8787']);
    expect(proposes).toBe(`npx counter-probe run --concurrency 10 --url ${url}/counter`);
    const { code, stdout } = await against(url, find(':8787'));
    expect(code).toBe(1);
    // One write kept is `was`.
    const was = (text: string) => shape(text).replaceAll(' were ', ' was ');
    const shown = was(shownAfter('run'));
    expect(was(stdout).slice(0, shown.length)).toBe(shown);
  });

  it('the comparison says what the README shows', { timeout: 150_000 }, async () => {
    const { code, stdout } = await cli(words(find('compare')));
    expect(code).toBe(0);
    const shown = shape(shownAfter('compare'));
    expect(shape(stdout).slice(0, shown.length)).toBe(shown);
  });

  it('the three commands for your own API run as they stand', { timeout: 90_000 }, async () => {
    const { url } = await serve(words(find('serve memory-read-write')));
    const [plain, withFlags, file] = await Promise.all([
      against(url, find(':8080/counter\n')),
      against(url, find('--take'), ['--json']),
      against(url, find('scenarios/')),
    ]);
    expect([plain.code, withFlags.code, file.code]).toEqual([1, 1, 1]);
    expect(JSON.parse(withFlags.stdout).scenarios[0].rounds).toEqual({ planned: 5, run: 5, wrong: 5 });
    expect(JSON.parse(file.stdout).summary).toMatchObject({ verdict: 'fail', silent: true });
  });

  it.each([
    ['--limit', 'quota-kv', 'quota-memory', 'CP104'],
    ['--unique', 'stock-kv', 'stock-lock-memory', 'CP106'],
    ['--retry', 'retry-blind', 'retry-events-memory', 'CP110'],
  ])('the command with %s finds %s wrong and %s right', { timeout: 60_000 }, async (flag, wrong, right, finding) => {
    const [bad, good] = await Promise.all(
      [wrong, right].map(async (design) => {
        const { url } = await serve(['serve', design, '--port', '0']);
        return against(url, find(flag), ['--json']);
      }),
    );
    const codes = JSON.parse(bad?.stdout ?? '').scenarios[0].findings.map(({ code }: { code: string }) => code);
    expect([bad?.code, codes, good?.code]).toEqual([1, [finding], 0]);
  });

  it('serve --list, explain and schema print what they say', async () => {
    const list = await cli(words(find('serve --list')));
    expect(list.stdout).toMatch(/^workers-kv\s+wrong: CP101\s+real/m);
    const explained = await cli(words(find('explain')));
    expect(explained.stdout).toContain(CODES.CP101.title);
    const schema = await cli(words(find('schema report')));
    expect(JSON.parse(schema.stdout)).toEqual(JSON.parse(read('docs/schema/report-1.json')));
  });
});

describe('what the README says', () => {
  it('of clean rounds is what the statistics say', () => {
    const percent = (rounds: number) => Math.round(confidence(0, rounds).wrongRoundRate.high * 100);
    expect(README.replace(/\s+/g, ' ')).toContain(
      `after one clean round that is up to ${percent(1)} % of the rounds, after 20 rounds ${percent(20)} %, after 60 rounds ${percent(60)} %`,
    );
  });

  it('of files is true: each one it points to is there', () => {
    for (const [, path] of README.matchAll(/\]\(([^)#:]+)\)/g))
      expect([path, existsSync(new URL(`../${path}`, import.meta.url))]).toEqual([path, true]);
  });
});
