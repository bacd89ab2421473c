import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf, historyOf } from '../support/history.ts';
import { historyFrom, textOf } from '../support/saved.ts';
import { inc, saw } from '../support/small.ts';
import { backwards, edn, lost, ownNotSeen, right, stale } from './recorded.ts';
import { ran } from './terminal.ts';

let folder: string;
const file = (name: string): string => join(folder, name);
const save = async (name: string, text: string): Promise<string> => {
  await writeFile(file(name), text);
  return file(name);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Told {
  readonly exitCode: number;
  readonly codes: readonly string[];
}

/** The exit code of check, and what it found. */
async function checked(text: string, flags: readonly string[] = [], name = 'history.edn'): Promise<Told> {
  const { exitCode, stdout, stderr } = await ran(['check', await save(name, text), '--json', ...flags]);
  expect(stderr).toBe('');
  const report = JSON.parse(stdout);
  expect(report.summary.exitCode).toBe(exitCode);
  return { exitCode, codes: report.scenarios[0].findings.map(({ code }: { code: string }) => code) };
}

const passes: Told = { exitCode: 0, codes: [] };
const fails = (...codes: readonly string[]): Told => ({ exitCode: 1, codes });

/** As little as a header may say. */
const { settleMs: _, readings: __, rounds: ___, ...some } = headerOf({ phases: [] });
const BARE = { ...some, expect: {} };

describe('check', () => {
  it('passes what is linearizable, and shows what it rests on', async () => {
    expect(await checked(right, ['--require', 'latest'])).toEqual(passes);
    const { stdout } = await ran(['check', file('history.edn')]);
    expect(stdout).toMatch(/^PASS {2}2 writes were acknowledged, every one was kept\n {2}\S+history\.edn\n/);
    expect(stdout).toContain('The history holds every write to the number.');
  });

  it('finds a lost write, with the operations that prove it', async () => {
    expect(await checked(lost)).toEqual(fails('CP101'));
    const { stdout } = await ran(['check', file('history.edn')]);
    expect(stdout).toMatch(
      /^FAIL {2}2 increments were acknowledged, and at least 1 of them left no trace: #4 shows 1 \(CP101\)/,
    );
    expect(stdout).toMatch(/#4 +read 1/);
  });

  it('says the same of one history in every format, and of each after it was converted', async () => {
    const from = await save('history.edn', lost);
    for (const format of ['ndjson', 'edn', 'elle-json', 'porcupine', 'corpus']) {
      const { exitCode, stdout, stderr } = await ran(['check', from, '--to', format]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(await checked(stdout, [], `converted.${format}`), format).toEqual(fails('CP101'));
      expect(await checked(stdout, ['--from', format], 'unnamed'), format).toEqual(fails('CP101'));
    }
  });

  it('tells what is wrong with a history so large that it is kept as columns', async () => {
    const { header, operations, marks } = historyOf([
      { before: ['0'], phases: [{ acknowledged: 20_000, after: '19999' }] },
    ]);
    const history = await save('large.ndjson', textOf({ header, operations, marks }));
    const human = await ran(['check', history]);
    expect(human).toMatchObject({ exitCode: 1, stderr: '' });
    expect(human.stdout).toContain('#1 ');
    const { stdout } = await ran(['check', history, '--json']);
    const [finding] = JSON.parse(stdout).scenarios[0].findings;
    expect(finding).toMatchObject({ code: 'CP101' });
    expect(operations).toContainEqual(finding.witness[0]);
  });

  it('does not write a certificate over the history that it is of', async () => {
    const history = await save('only.edn', lost);
    await symlink(history, file('other-name.edn'));
    for (const path of [history, file('other-name.edn')]) {
      const { exitCode, stderr } = await ran(['check', history, '--certificate', path]);
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('the history itself'),
      });
    }
    expect(await readFile(history, 'utf8')).toBe(lost);
  });

  it('reads from stdin', async () => {
    expect((await ran(['check', '-'], { typed: lost })).exitCode).toBe(1);
  });

  it('judges a history of our own as its run was judged', async () => {
    const own = textOf(historyFrom([inc(0, 2), inc(1, 3), saw(1, 4, 5)]));
    const { exitCode, codes } = await checked(own, [], 'own.ndjson');
    expect(exitCode).not.toBe(0);
    expect(codes.length).toBeGreaterThan(0);
  });

  it('is inconclusive when nothing was read and nothing returned', async () => {
    expect(
      await checked(
        edn([
          ['add', 1, 0, 2],
          ['add', 1, 1, 3],
        ]),
      ),
    ).toEqual({ exitCode: 3, codes: ['CP308'] });
    expect(await checked('[]', ['--from', 'elle-json'])).toEqual({ exitCode: 3, codes: ['CP308'] });
  });

  it('is inconclusive about many increments without a read, in each format', async () => {
    const adds = Array.from({ length: 40 }, (_, i) => {
      const call = `:process ${i % 5}, :f :add, :value ${1 + (i % 5)}`;
      const done = i % 9 === 8 ? 'info' : 'ok';
      return `{:index ${2 * i}, :type :invoke, ${call}}\n{:index ${2 * i + 1}, :type :${done}, ${call}}\n`;
    }).map((text, i) => text.replaceAll(`:process ${i % 5},`, `:process ${i},`));
    const amounts = await save('adds.edn', adds.join(''));
    const ones = await save('ones.edn', adds.join('').replaceAll(/:value \d/g, ':value 1'));
    for (const from of [amounts, ones]) {
      for (const format of ['ndjson', 'edn', 'elle-json', 'porcupine', 'corpus']) {
        const { stdout } = await ran(['check', from, '--to', format]);
        expect(await checked(stdout, [], `adds.${format}`), format).toEqual({ exitCode: 3, codes: ['CP308'] });
      }
    }
  });

  it('holds a run to the level that its history says, or that is asked for', async () => {
    const late = {
      before: ['0'],
      phases: [
        { acknowledged: 10, after: ['4', '10'] },
        { acknowledged: 10, after: '20' },
      ],
    };
    const own = (require: string): string => textOf(historyOf([late], headerOf({ require })));
    expect(await checked(own('eventual'), [], 'own.ndjson')).toEqual(passes);
    expect(await checked(own('latest'), [], 'own.ndjson')).toEqual(fails('CP108'));
    for (const [level, codes] of [
      ['latest', ['CP108']],
      ['read-your-writes', ['CP113']],
      ['bounded:1ms', ['CP108']],
    ] as const)
      expect(await checked(own('eventual'), ['--require', level], 'own.ndjson'), level).toEqual(fails(...codes));
    expect(await checked(own('latest'), ['--require', 'bounded:1h'], 'own.ndjson')).toEqual(passes);
  });

  it('takes returned values for readings', async () => {
    expect(
      await checked(
        edn([
          ['add-and-get', 1, 0, 2],
          ['add-and-get', 2, 1, 3],
        ]),
      ),
    ).toEqual(passes);
    expect(
      await checked(
        edn([
          ['add-and-get', 1, 0, 2],
          ['add-and-get', 1, 1, 3],
        ]),
      ),
    ).toEqual(fails('CP101'));
  });

  it.each([
    [
      'a read of its own write too early',
      ownNotSeen,
      { eventual: [], 'read-your-writes': ['CP113'], latest: ['CP113'], 'bounded:5ms': ['CP113'], 'bounded:1s': [] },
    ],
    [
      'a stale read',
      stale,
      { eventual: [], 'read-your-writes': [], latest: ['CP108'], 'bounded:5ms': ['CP108'], 'bounded:1s': [] },
    ],
    [
      'a value that goes back',
      backwards,
      { eventual: [], 'read-your-writes': ['CP109'], latest: ['CP109'], 'bounded:1ms': ['CP109'], 'bounded:1s': [] },
    ],
  ] as const)('fails %s only where it is forbidden, and notes it elsewhere', async (_, text, expected) => {
    for (const [level, codes] of Object.entries(expected)) {
      const found = await checked(text, ['--require', level]);
      expect(found, level).toEqual({ exitCode: codes.length === 0 ? 0 : 1, codes });
    }
    const { stdout } = await ran(['check', file('history.edn')]);
    expect(stdout).toMatch(/It breaches nothing that was\s+required\./);
    expect(
      JSON.parse((await ran(['check', file('history.edn'), '--json'])).stdout).scenarios[0].staleness,
    ).toMatchObject({ staleReads: 1, maxBehind: 1 });
  });

  it('finds values that no increments make, and values from the future', async () => {
    expect(
      await checked(
        edn([
          ['add', 1, 0, 2],
          ['read', 5, 4, 5],
        ]),
      ),
    ).toEqual(fails('CP114'));
    expect(
      await checked(
        edn([
          ['read', 1, 0, 1],
          ['add', 1, 4, 5],
        ]),
      ),
    ).toEqual(fails('CP119'));
  });

  it.each(['"many"', '-3', '##NaN', '"-3"'])('calls %s a value of the wrong kind', async (value) => {
    expect(
      await checked(
        edn([
          ['add', 1, 0, 2],
          ['read', value, 4, 5],
        ]),
      ),
    ).toMatchObject({ exitCode: 1, codes: expect.arrayContaining(['CP118']) });
  });

  it('keeps numbers above 2^53 apart', async () => {
    const [from, to] = ['9007199254740993', '9007199254740994'];
    const calls = (seen: string): string =>
      edn([
        ['add', 1, 0, 2],
        ['read', seen, 4, 5],
      ]);
    expect(await checked(calls(to), ['--initial', from])).toEqual(passes);
    expect(await checked(calls(from), ['--initial', from])).toEqual(fails('CP101'));
  });

  it('knows limits and unknown start values', async () => {
    const three = edn([
      ['add', 1, 0, 2],
      ['add', 1, 0, 2],
      ['add', 1, 0, 2],
      ['read', 3, 4, 5],
    ]);
    expect((await checked(three, ['--limit', '2'])).codes).toContain('CP104');
    expect(await checked(three, ['--limit', '3'])).toEqual(passes);
    const later = edn([
      ['read', 40, 0, 1],
      ['add', 1, 2, 3],
      ['read', 41, 4, 5],
    ]);
    expect(await checked(later, ['--initial', 'unknown', '--require', 'latest'])).toEqual(passes);
    expect((await checked(later)).exitCode).toBe(1);
  });

  it('adds up increments of different amounts', async () => {
    const by = (first: number, second: number, seen: number): string =>
      [
        `{:time 0, :type :invoke, :process 0, :f :add, :value ${first}}`,
        `{:time 1, :type :ok, :process 0, :f :add, :value ${first}}`,
        `{:time 2, :type :invoke, :process 1, :f :add, :value ${second}}`,
        `{:time 5, :type :ok, :process 1, :f :add, :value ${second}}`,
        '{:time 3, :type :invoke, :process 2, :f :read, :value nil}',
        `{:time 4, :type :ok, :process 2, :f :read, :value ${seen}}`,
      ]
        .sort()
        .join('\n');
    const latest = ['--require', 'latest'];
    for (const seen of [2, 7]) expect(await checked(by(2, 5, seen), latest), `${seen}`).toEqual(passes);
    for (const seen of [4, 6]) expect(await checked(by(2, 5, seen), latest), `${seen}`).toEqual(fails('CP114'));
    expect(await checked(by(2, 5, 0), latest)).toMatchObject({ exitCode: 1 });
    expect(await checked(by(0.5, 1, 0.5), latest)).toEqual(passes);
    expect(await checked(by(2, -5, 2))).toEqual({ exitCode: 3, codes: ['CP314'] });
  });

  it('merges the parts of one run, and allows for the error of their clocks', async () => {
    const parts = [
      await save('a.edn', edn([['add', 1, 0, 10]])),
      await save(
        'b.edn',
        edn([
          ['read', 0, 12, 13],
          ['read', 1, 40, 41],
        ]),
      ),
    ];
    const exit = async (...flags: readonly string[]) =>
      (await ran(['check', ...parts, '--require', 'latest', ...flags])).exitCode;
    expect(await exit()).toBe(1);
    expect(await exit('--clock-error', '1ms')).toBe(0);
    expect(await exit('--clock-error', '0.1ms')).toBe(1);
    expect(await exit('--clock-error', '1000us')).toBe(0);
    expect(await exit('--clock-error', '1000000ns')).toBe(0);
    expect(await exit('--clock-error', '1us')).toBe(1);
    expect(await exit('--clock-error', '24h')).toBe(0);
    const tooLong = ['86400000000001ns', '86400000000.1us', '24.1h', `${'9'.repeat(400)}ns`, '1d', '-1ns', '1e3ns'];
    for (const time of tooLong) expect(await exit('--clock-error', time)).toBe(2);
  });

  it('judges each key of a round of ours by itself', async () => {
    const { header, operations } = historyOf([{ before: ['0'], phases: [{ acknowledged: 3, after: '3' }] }]);
    const of = (key: string, last: string) =>
      operations.map((one, i) => ({
        ...one,
        ...{ id: one.id + (key === 'a' ? 0 : 1_000), key },
        value: one.f === 'read' && i === operations.length - 1 ? last : one.value,
      }));
    const both = (last: string): string =>
      textOf({ header, operations: [...of('a', '3'), ...of('b', last)], marks: [] });
    expect((await checked(both('3'), [], 'two.ndjson')).exitCode).not.toBe(1);
    expect(await checked(both('2'), [], 'two.ndjson')).toEqual(fails('CP101'));
  });

  it('judges each key by itself', async () => {
    const keyed = (key: string): string =>
      right
        .replaceAll(':value 1', `:value 1, :key "${key}"`)
        .replaceAll(':value nil', `:value nil, :key "${key}"`)
        .replaceAll(/:process (\d)/g, `:process ${key}$1`);
    const lines = `${keyed('1')}${keyed('2')}`
      .trim()
      .split('\n')
      .sort((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)));
    expect(await checked(`${lines.join('\n')}\n`)).toEqual(passes);
  });

  it('writes the report where it is told to', async () => {
    const { exitCode, stdout } = await ran([
      'check',
      await save('x.edn', lost),
      '--reporter',
      `json=${file('r.json')}`,
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(JSON.parse(await readFile(file('r.json'), 'utf8')).summary.verdict).toBe('fail');
  });

  it.each([
    [['nowhere.edn'], 'nowhere.edn cannot be read: there is no such file'],
    [['.'], '. cannot be read: it is a folder'],
    [[], 'no history was given'],
    [['broken.edn'], 'broken.edn:2:1: '],
    [['cut.ndjson'], 'cut.ndjson:4:1: the history is cut off'],
    [['x.edn', '--from', 'csv'], 'csv is no format of a history (the formats are ndjson, edn,'],
    [
      ['x.edn', '--require', 'fresh'],
      "unknown level 'fresh' (there are eventual, read-your-writes, bounded:<time>, latest)",
    ],
    [['x.edn', '--require', 'bounded:5'], 'takes a time'],
    [['phase.ndjson'], 'phase.ndjson:2:1: the phase "one" is not in the header (name it in "phases"'],
    [['x.edn', '--initial', 'many'], "--initial takes a number, not 'many'"],
    [['x.edn', '--to', 'edn', '--json'], '--to only converts'],
    [['x.edn', 'x.edn'], 'x.edn is given twice'],
    [['x.edn', 'broken.edn', '--certificate', 'c'], 'a certificate is of one file as it is'],
    [['x.edn', '--certificate', 'no/where'], 'no/where cannot be written'],
    [['x.edn', '--corpus', 'y'], '--corpus goes without other histories'],
    [['--corpus', 'broken.edn'], 'broken.edn:1:1: the line is not JSON'],
  ])('answers %j with one line on stderr, nothing on stdout, and 2', async (args, message) => {
    await save('x.edn', right);
    await save('broken.edn', `${right.split('\n')[0]}\n{:type :ok, :process\n`);
    await save('phase.ndjson', `${JSON.stringify(BARE)}\n${JSON.stringify({ id: 0, f: 'increment', phase: 'one' })}\n`);
    await save('cut.ndjson', textOf(historyFrom([inc(0, 2), inc(1, 3), saw(2, 4, 5)])).replace(/\{"footer.*\n$/, ''));
    const { exitCode, stdout, stderr } = await ran(['check', ...args], { cwd: folder });
    expect(stderr).toMatch(/^counter-probe: [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  });
});
