import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { readHistory } from '../../src/history/codec.ts';
import { isStop } from '../../src/history/history.ts';
import type { Report } from '../../src/verdict/report.ts';
import { type Counting, closedPort, counting } from './counter.ts';
import { ran, terminal } from './terminal.ts';

/** Few and fast. */
const QUICK = ['-c', '3', '--spaced', '2', '--spacing', '0', '--settle', '100ms'];

let server: Counting;
let wrong: Counting;
let folder: string;

beforeEach(async () => {
  server = await counting();
  wrong = await counting({ windowMs: 15 });
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
});

afterEach(async () => {
  await Promise.all([server.close(), wrong.close(), rm(folder, { recursive: true })]);
});

const reportIn = (text: string): Report => JSON.parse(text);

const scenarioText = (url: string, more = ''): string => `version: 1
name: Increments are kept
target: ${JSON.stringify(new URL(url).origin)}
object: counter
write: { request: POST /counter }
load: [{ phase: concurrent, count: 3 }, { phase: spaced, count: 2, every: 0ms }]
read: { total: { request: GET /counter, take: $.value, settle: 100ms } }
${more}`;

async function scenarioFile(name: string, url: string, more = ''): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, scenarioText(url, more));
  return path;
}

describe('run --until', () => {
  const JSON_UNTIL = [...QUICK, '--json', '--until'];

  it('repeats rounds until the time is up', async () => {
    const { exitCode, stdout } = await ran(['run', ...JSON_UNTIL, '4s', '--url', server.url]);
    expect(exitCode).toBe(0);
    const [scenario] = reportIn(stdout).scenarios;
    expect(scenario?.rounds.run).toBeGreaterThan(1);
    expect(scenario?.rounds).toEqual({ planned: scenario?.rounds.run, run: scenario?.rounds.run, wrong: 0 });
    expect(server.writes()).toBe(5 * (scenario?.rounds.run ?? 0));
  });

  it('ends with the first round that proves a fault', async () => {
    const { exitCode, stdout } = await ran(['run', ...JSON_UNTIL, '1h', '--url', wrong.url]);
    expect(exitCode).toBe(1);
    const [scenario] = reportIn(stdout).scenarios;
    expect(scenario?.rounds).toEqual({ planned: 1, run: 1, wrong: 1 });
    expect(scenario?.confidence.statement).toMatch(/^1 of 1 round went wrong, and that ended the run: /);
  });

  it('says in a dry run for how long', async () => {
    const { stderr } = await ran(['run', '--dry-run', '--until', '90s', '--url', server.url]);
    expect(stderr).toContain('for 90 s: 10 writes released together');
  });
});

describe('run with nothing but a URL', () => {
  it('says what it guessed, and exits 0 when every write was kept', async () => {
    const { exitCode, stdout, stderr } = await ran(['run', ...QUICK, '--url', server.url]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^PASS {2}5 writes were acknowledged, every one was kept\n/);
    expect(stderr).toBe('read value: found a number at $.value (0); say --take to choose\n');
    expect(server.writes()).toBe(5);
  });

  it('exits 1 when writes were lost, and says so first', async () => {
    const { exitCode, stdout } = await ran(['run', ...QUICK, '--url', wrong.url]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}3 concurrent writes were acknowledged, 1 was kept: 2 lost, silently \(CP101\)\n/);
  });

  it('ends with the command that repeats it, with its seed', async () => {
    const { stdout } = await ran(['run', ...QUICK, '--url', server.url, '--seed', '7']);
    const last = stdout.trimEnd().split('\n').at(-1)?.trim();
    expect(last).toBe(`npx counter-probe run ${QUICK.join(' ')} --url ${server.url} --seed 7`);
  });

  it('exits 3 with CP301 when nobody listens', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/counter`;
    const { exitCode, stdout } = await ran(['run', ...QUICK, '--url', url, '--json']);
    const { summary, scenarios } = reportIn(stdout);
    expect({ exitCode, told: summary.exitCode, verdict: summary.verdict }).toEqual({
      exitCode: 3,
      told: 3,
      verdict: 'inconclusive',
    });
    expect(scenarios[0]?.findings.map((f) => f.code)).toContain('CP301');
  });

  it('prints nothing but JSON on stdout with --json', async () => {
    const { stdout } = await ran(['run', ...QUICK, '--url', wrong.url, '--json', '--seed', '9']);
    const { run, summary, scenarios } = reportIn(stdout);
    expect(run).toMatchObject({
      seed: 9,
      command: `npx counter-probe run ${QUICK.join(' ')} --url ${wrong.url} --json --seed 9`,
    });
    expect(summary).toMatchObject({ verdict: 'fail', exitCode: 1, silent: true, lost: { min: 2, max: 2 } });
    expect(scenarios[0]?.replay).toHaveLength(1);
  });

  it('says nothing on stderr with -q', async () => {
    expect((await ran(['run', ...QUICK, '-q', '--url', server.url])).stderr).toBe('');
  });

  it('has a live line at a terminal, which is gone in the end', async () => {
    const { stderr, stdout } = await ran(['run', ...QUICK, '--url', server.url, '--take', '$.value'], { tty: true });
    expect(stderr).toMatch(/concurrent: \d of 3/);
    expect(stderr.endsWith('\r\u001b[2K')).toBe(true);
    expect(stdout).toContain('\u001b[32mPASS');
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }, { FORCE_COLOR: '0' }])('has no colour with %j', async (env) => {
    const { stdout } = await ran(['run', ...QUICK, '--url', server.url], { tty: true, env });
    expect(stdout).not.toContain('\u001b');
  });
});

describe('a mistake on the command line', () => {
  it.each([
    [['--concurrency', 'x'], 'concurrency'],
    [['--concurency', '3'], 'Did you mean --concurrency?'],
    [['--seed', '-4'], '--seed takes a whole number'],
    [['--reporter', 'junit'], "unknown reporter 'junit' (there are human, json)"],
    [['--json', '--reporter', 'human'], 'two reports would go to stdout'],
    [['--history', '/no/such/folder/h.ndjson'], '/no/such/folder/h.ndjson cannot be written (ENOENT)'],
    [['--reporter', 'json=/no/such/folder/r.json'], '/no/such/folder/r.json cannot be written (ENOENT)'],
    [['-o', '/dev/null/x'], '/dev/null/x cannot be written'],
    [['--take', '$['], '--take'],
    [['--var', 'x'], '--var'],
    [
      ['--min-overlap', '11'],
      '--min-overlap 11 is more than the 10 writes that are released together (give at most 10',
    ],
    [['--var', 'n=1'], '--var n=…: nothing uses {{n}} (there are none)'],
    [
      ['-H', 'X-Id: {{visitor}}', '--var', 'visitor=1', '--var', 'visitr=2'],
      'nothing uses {{visitr}} (there are visitor)',
    ],
    [['--limt', '5'], "unknown option '--limt'"],
  ])('%j is one line on stderr, exit 2, and nothing is sent', async (flags, message) => {
    const { exitCode, stdout, stderr } = await ran(['run', '--url', server.url, ...flags]);
    expect({ exitCode, stdout, requests: server.requests() }).toEqual({ exitCode: 2, stdout: '', requests: 0 });
    expect(stderr).toMatch(/^counter-probe: [^\n]+\n$/);
    expect(stderr).toContain(message);
  });

  it('asks for a URL, or for the flag in front of one', async () => {
    expect((await ran(['run'])).stderr).toContain('--url');
    expect(await ran(['run', server.url])).toMatchObject({ exitCode: 2, stdout: '' });
    expect((await ran(['run', server.url])).stderr).toContain(`did you mean --url ${server.url}?`);
  });

  it('names the place in a broken scenario file', async () => {
    const file = await scenarioFile('broken.probe.yaml', server.url, 'raed: {}\n');
    const { exitCode, stdout, stderr } = await ran(['run', file]);
    expect({ exitCode, stdout, requests: server.requests() }).toEqual({ exitCode: 2, stdout: '', requests: 0 });
    expect(stderr).toContain(`${file}:8:1`);
  });
});

describe('run with scenario files', () => {
  it('runs every *.probe.yaml below a folder, sorted, one after another, and 1 beats 3 beats 0', async () => {
    await mkdir(join(folder, 'deep'));
    await scenarioFile('b.probe.yaml', server.url);
    await scenarioFile('deep/c.probe.yaml', `http://127.0.0.1:${await closedPort()}`);
    await scenarioFile('a.probe.yaml', server.url);
    await scenarioFile('other.yaml', server.url);
    const three = await ran(['run', folder, '--json']);
    expect(three.exitCode).toBe(3);
    expect(reportIn(three.stdout).scenarios.map((s) => [s.file?.slice(folder.length + 1), s.verdict])).toEqual([
      ['a.probe.yaml', 'pass'],
      ['b.probe.yaml', 'pass'],
      ['deep/c.probe.yaml', 'inconclusive'],
    ]);
    await scenarioFile('d.probe.yaml', wrong.url);
    const four = await ran(['run', folder]);
    expect(four.exitCode).toBe(1);
    expect(four.stdout).toMatch(/^FAIL {2}4 scenarios: 1 failed, 1 inconclusive, 2 passed\n/);
  });

  it('repeats one file alone with its own flags', async () => {
    const [a, b] = [await scenarioFile('a.probe.yaml', server.url), await scenarioFile('b.probe.yaml', server.url)];
    const { stdout } = await ran(['run', a, '--rounds', '2', b, '--seed', '5', '--json']);
    const { scenarios, run } = reportIn(stdout);
    expect(scenarios.map((s) => s.replay)).toEqual([
      [`npx counter-probe run ${a} --rounds 2 --json --seed 5`],
      [`npx counter-probe run ${b} --rounds 2 --json --seed 5`],
    ]);
    expect(run.command).toBe(`npx counter-probe run ${a} --rounds 2 ${b} --seed 5 --json`);
  });

  it('lets flags change how much, and refuses those that the file answers', async () => {
    const file = await scenarioFile('a.probe.yaml', server.url);
    const { stdout } = await ran(['run', file, '-c', '4', '--spaced', '1', '--rounds', '2', '--json']);
    expect(reportIn(stdout).scenarios[0]?.phases.map((p) => p.writes.acknowledged)).toEqual([4, 1, 4, 1]);
    const asked = server.requests();
    const both = await ran(['run', file, '--url', server.url]);
    expect({ ...both, stderr: '' }).toEqual({ exitCode: 2, stdout: '', stderr: '' });
    expect(both.stderr).toContain('--url');
    expect(server.requests()).toBe(asked);
  });

  it('refuses an overlap that its bursts cannot reach, whatever their size is made', async () => {
    const file = await scenarioFile('a.probe.yaml', server.url);
    const wanted = ['run', file, '--dry-run', '--min-overlap', '4'];
    expect((await ran(wanted)).stderr).toContain(`${file}: --min-overlap 4 is more than the 3 writes`);
    expect((await ran([...wanted, '-c', '4'])).exitCode).toBe(0);
  });

  it('does not change the number of writes where the file expects an exact rise', async () => {
    const file = await scenarioFile('a.probe.yaml', server.url, 'expect: { total: { risesBy: 5 } }\n');
    const { exitCode, stderr } = await ran(['run', file, '-c', '4']);
    expect({ exitCode, requests: server.requests() }).toEqual({ exitCode: 2, requests: 0 });
    expect(stderr).toContain('total must rise by 5');
    expect((await ran(['run', file, '--spacing', '1ms'])).exitCode).toBe(0);
  });

  it('ends them all when the time for the whole run is up', async () => {
    const files = [await scenarioFile('a.probe.yaml', server.url), await scenarioFile('b.probe.yaml', server.url)];
    const saved = ['--json', '--history', join(folder, '{scenario}.ndjson')];
    const { exitCode, stdout } = await ran(['run', ...files, '--rounds', '1000', '--deadline', '900ms', ...saved]);
    expect(exitCode).toBe(3);
    expect(reportIn(stdout).scenarios[1]?.verdict).toBe('inconclusive');
    const limits = ['a', 'b'].map(async (name) => {
      const path = join(folder, `${name}.ndjson`);
      const { marks } = await readHistory(createReadStream(path), path);
      const [stop] = marks.filter(isStop);
      expect(stop?.why).toBe('deadline');
      return Number(/time limit of ([\d.]+) s/.exec(stop?.message ?? '')?.[1]);
    });
    const [first = 0, second = 0] = await Promise.all(limits);
    // The first has all of it, as it was asked for; the second has what the first left of it.
    expect(first).toBe(0.9);
    expect(second).toBeLessThan(first);
  });

  it('takes values that one of the files uses, and refuses those that none does', async () => {
    const a = await scenarioFile('a.probe.yaml', server.url, 'vars: { who: me }\n');
    const b = await scenarioFile('b.probe.yaml', server.url, 'vars: { where: here }\n');
    expect((await ran(['run', a, b, '--dry-run', '--var', 'who=you', '--var', 'where=there'])).exitCode).toBe(0);
    for (const command of ['run', 'validate']) {
      const { exitCode, stderr } = await ran([command, a, b, '--var', 'whre=there']);
      expect({ exitCode, requests: server.requests() }).toEqual({ exitCode: 2, requests: 0 });
      expect(stderr).toContain('--var whre=…: nothing uses {{whre}} (did you mean where?)');
    }
    const values = join(folder, 'values.yaml');
    await writeFile(values, 'who: you\nwere: there\n');
    const { stderr } = await ran(['run', a, b, '--vars-file', values]);
    expect(stderr).toContain(`were in ${values}: nothing uses {{were}} (did you mean where?)`);
  });

  it('says which path is not there, or holds no scenario', async () => {
    expect((await ran(['run', join(folder, 'none')])).stderr).toContain('is not there');
    expect((await ran(['run', folder])).stderr).toContain('holds no *.probe.yaml');
  });
});

describe('the environment', () => {
  it('gives flags that were not given, and is part of the command that repeats the run', async () => {
    const env = { COUNTER_PROBE_CONCURRENCY: '4', COUNTER_PROBE_SPACED: '9', COUNTER_PROBE_SETTLE: '100ms' };
    const { stdout } = await ran(['run', '--spaced', '1', '--url', server.url, '--json'], { env });
    const [scenario] = reportIn(stdout).scenarios;
    expect(scenario?.phases.map((p) => p.writes.acknowledged)).toEqual([4, 1]);
    expect(scenario?.replay[0]).toContain('--concurrency 4 --settle 100ms --seed');
  });

  it('does not describe a request when there are scenario files', async () => {
    const file = await scenarioFile('a.probe.yaml', server.url);
    const env = { COUNTER_PROBE_URL: wrong.url, COUNTER_PROBE_JSON: 'yes' };
    const { exitCode, stdout } = await ran(['run', file], { env });
    expect({ exitCode, writes: wrong.writes() }).toEqual({ exitCode: 0, writes: 0 });
    expect(reportIn(stdout).summary.verdict).toBe('pass');
  });

  it('is told apart from flags when it is wrong', async () => {
    const { exitCode, stderr } = await ran(['run', '--url', server.url], { env: { COUNTER_PROBE_YES: 'maybe' } });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("COUNTER_PROBE_YES: 'maybe' is neither true nor false");
  });
});

describe('a host that is not this machine', () => {
  const elsewhere = (): readonly string[] => [
    'run',
    ...QUICK,
    '--take',
    '$.value',
    '--url',
    `http://0.0.0.0:${server.port}/counter`,
  ];

  it('is not written to without a terminal or --yes', async () => {
    const { exitCode, stdout, stderr } = await ran(elsewhere());
    expect({ exitCode, stdout, requests: server.requests() }).toEqual({ exitCode: 2, stdout: '', requests: 0 });
    expect(stderr).toBe('counter-probe: this would send 5 writes to host 0.0.0.0 (say --yes if that is meant)\n');
  });

  it('is written to with --yes', async () => {
    expect((await ran([...elsewhere(), '--yes'])).exitCode).toBe(0);
  });

  it.each(['y\n', 'yes\n', 'Y\n'])('is written to when %j is typed at a terminal', async (typed) => {
    const { exitCode, stderr } = await ran(elsewhere(), { tty: true, typed });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('This will send 5 writes to host 0.0.0.0. Go on? [y/N] ');
  });

  it.each(['n\n', '\n', '', 'yep\n'])('is left alone when %j is typed', async (typed) => {
    const { exitCode, stdout } = await ran(elsewhere(), { tty: true, typed });
    expect({ exitCode, stdout, requests: server.requests() }).toEqual({ exitCode: 2, stdout: '', requests: 0 });
  });
});

describe('a dry run', () => {
  it('prints the requests as curl lines and sends none', async () => {
    const { exitCode, stdout, stderr } = await ran([
      'run',
      '--dry-run',
      '--url',
      server.url,
      '-d',
      'a=1',
      '--rounds',
      '3',
    ]);
    expect({ exitCode, requests: server.requests() }).toEqual({ exitCode: 0, requests: 0 });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['curl', 'curl', '#', 'curl']);
    expect(lines[0]).toContain('--data-raw a=1');
    expect(lines[2]).toBe('# ... 18 more');
    expect(stderr).toContain(
      '3 x 10 writes released together (concurrent), then 10 writes one after another, 50ms apart (spaced)',
    );
  });

  it('needs no --yes for another host', async () => {
    expect((await ran(['run', '--dry-run', '--url', 'http://example.com/counter'])).exitCode).toBe(0);
  });
});

describe('an interrupted run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('reports what was done after %s and exits %i', async (name, code) => {
    const slow = await counting({ hang: true });
    const { io, signal, stdout } = terminal({ tty: true });
    const ended = main(['run', '--take', '$.value', '--url', slow.url, '--json'], io);
    while (slow.writes() < 10) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(signal(name)).toBe(true);
    expect(signal(name)).toBe(false);
    expect(await ended).toBe(code);
    const { summary } = reportIn(stdout());
    expect(summary).toMatchObject({ exitCode: code, verdict: 'inconclusive', writes: { sent: 10, unknown: 10 } });
    await slow.close();
  });
});

describe('the exit code', () => {
  it('is 0 for an inconclusive run with --allow-inconclusive, but not for a failed one', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/counter`;
    expect((await ran(['run', ...QUICK, '--url', url, '--allow-inconclusive'])).exitCode).toBe(0);
    expect((await ran(['run', ...QUICK, '--url', wrong.url, '--allow-inconclusive'])).exitCode).toBe(1);
  });

  it('is 0 for any verdict with --exit-zero, and the report says the verdict', async () => {
    const { exitCode, stdout } = await ran(['run', ...QUICK, '--url', wrong.url, '--exit-zero', '--json']);
    expect(exitCode).toBe(0);
    expect(reportIn(stdout).summary).toMatchObject({ exitCode: 0, verdict: 'fail' });
  });
});

describe('what is saved', () => {
  it('is a history that can be read again, and the report names it', async () => {
    const path = join(folder, 'h.ndjson');
    const { stdout } = await ran(['run', ...QUICK, '--url', server.url, '--history', path, '--json']);
    expect(reportIn(stdout).scenarios[0]?.history).toBe(path);
    const { operations } = await readHistory(createReadStream(path), path);
    expect(operations.filter((o) => o.f === 'increment')).toHaveLength(5);
  });

  it.runIf(existsSync('/dev/full'))('is the report even where the disk has no room for the history', async () => {
    for (const [{ url }, code] of [
      [server, 0],
      [wrong, 1],
    ] as const) {
      const { exitCode, stdout, stderr } = await ran([
        'run',
        ...QUICK,
        '--url',
        url,
        '--history',
        '/dev/full',
        '--json',
        '-q',
      ]);
      expect(exitCode).toBe(code);
      expect(reportIn(stdout).scenarios[0]?.history).toBeNull();
      expect(stderr).toBe('counter-probe: warning: the history is not whole: /dev/full cannot be written (ENOSPC)\n');
    }
  });

  it.runIf(existsSync('/dev/full'))(
    'is asked for in vain where there is no room, before anything is sent',
    async () => {
      const before = server.requests();
      const full = await ran(['run', ...QUICK, '--url', server.url, '--reporter', 'json=/dev/full']);
      expect(full).toMatchObject({ exitCode: 2, stdout: '' });
      expect(full.stderr).toMatch(/\/dev\/full cannot be written \(ENOSPC\) \(make room there/);
      expect(server.requests()).toBe(before);
    },
  );

  it('is one history for each scenario, named for its file', async () => {
    const files = [await scenarioFile('a.probe.yaml', server.url), await scenarioFile('b.probe.yaml', server.url)];
    const one = await ran(['run', ...files, '--history', join(folder, 'h.ndjson')]);
    expect({ exitCode: one.exitCode, requests: server.requests() }).toEqual({ exitCode: 2, requests: 0 });
    expect(one.stderr).toContain('{scenario}');
    expect((await ran(['run', ...files, '--history', join(folder, 'h-{scenario}.ndjson')])).exitCode).toBe(0);
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['h-a.ndjson', 'h-b.ndjson']));
  });

  it('is the JSON report in the output folder, while the text is printed', async () => {
    const out = join(folder, 'out', 'deep');
    const { stdout } = await ran(['run', ...QUICK, '--url', server.url, '-o', out]);
    expect(stdout).toMatch(/^PASS/);
    expect(reportIn(await readFile(join(out, 'report.json'), 'utf8')).summary.verdict).toBe('pass');
  });
});

describe('a secret', () => {
  const SECRETS = ['tok-1234567890', 'pa ss"word', 'hush-hush'];

  it('is in no output, though the target says it back', async () => {
    const echoing = await counting({ windowMs: 15, echo: true });
    const [token = '', password = '', value = ''] = SECRETS;
    const files = [join(folder, 'h.ndjson'), join(folder, 'r.json'), join(folder, 'r.txt')] as const;
    const { exitCode, stdout, stderr } = await ran(
      [
        'run',
        ...QUICK,
        '--url',
        `${echoing.url}?k={{key_value}}`,
        '--take',
        '$.value',
        '-v',
        '-H',
        `Authorization: Bearer ${token}`,
        '-H',
        `X-Api-Key: {{env.API_WORD}}`,
        '-d',
        '{{key_value}}',
        '--returns',
        '$.seen',
        '--secret',
        'key_value',
        '--var',
        `key_value=${value}`,
        '--history',
        files[0],
        '--reporter',
        `json=${files[1]}`,
        '--reporter',
        `human=${files[2]}`,
        '--reporter',
        'human',
      ],
      { env: { API_WORD: password } },
    );
    expect(exitCode).toBe(1);
    const saved = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    for (const text of [stdout, stderr, ...saved]) {
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      expect(text).not.toContain(JSON.stringify(password).slice(1, -1));
    }
    await readHistory(createReadStream(files[0]), files[0]);
    await echoing.close();
  });

  it('is in no output, though it is only taken while the run goes on', async () => {
    const taken = 'tok-0f1e2d3c4b5a';
    const telling = createServer((request, response) => {
      request.resume();
      response.setHeader('Set-Cookie', `sid=${taken}-cookie`);
      if (request.method === 'POST' && request.url !== '/login') response.statusCode = 403;
      const { authorization, cookie } = request.headers;
      response.end(JSON.stringify({ value: 0, token: taken, id: `for ${authorization} and ${cookie}` }));
    });
    await new Promise<void>((resolve) => telling.listen(0, '127.0.0.1', resolve));
    const file = join(folder, 'login.probe.yaml');
    const { port } = telling.address() as AddressInfo;
    await writeFile(
      file,
      `version: 1
name: Logged in
target: http://127.0.0.1:${port}
setup: [{ request: POST /login, take: { token: $.token } }]
write: { request: POST /counter, headers: { Authorization: "Bearer {{token}}" } }
load: [{ phase: spaced, count: 2, every: 0ms }]
read: { total: { request: "GET /counter?as={{token}}", take: $.value, settle: 100ms } }
expect: { total: { risesBy: 2 }, unique: $.id }
`,
    );
    const outputs = [join(folder, 'h.ndjson'), join(folder, 'r.json')] as const;
    const flags = ['--history', outputs[0], '--reporter', `json=${outputs[1]}`, '--reporter', 'human', '-v'];
    const { exitCode, stdout, stderr } = await ran(['run', file, ...flags]);
    telling.close();
    expect(exitCode).not.toBe(2);
    const saved = await Promise.all(outputs.map((output) => readFile(output, 'utf8')));
    for (const text of [stdout, stderr, ...saved]) expect(text).not.toContain(taken);
    expect(saved[0]).toContain('[secret]');
  });

  it('is not in the lines of a dry run', async () => {
    const { stdout, stderr } = await ran([
      'run',
      '--dry-run',
      '--url',
      server.url,
      '-u',
      `me:${SECRETS[1]}`,
      '-d',
      '{{w}}',
      '--var',
      `w=${SECRETS[2]}`,
      '--secret',
      'w',
    ]);
    for (const secret of SECRETS) expect(stdout + stderr).not.toContain(secret);
    expect(stdout).not.toContain(Buffer.from(`me:${SECRETS[1]}`).toString('base64'));
  });
});
