import { describe, expect, it } from 'vitest';
import { type ReporterFlags, reportersOf } from '../../../src/cli/run/reporters.ts';

const flags = (changes: Partial<ReporterFlags>): ReporterFlags => ({
  ...{ reporter: [], json: false, outputDir: null },
  ...changes,
});

const placed = (changes: Partial<ReporterFlags>): readonly string[] =>
  reportersOf(flags(changes), '/here').map(({ format, path }) => `${format} ${path ?? 'on stdout'}`);

describe('where reports go', () => {
  it.each<[Partial<ReporterFlags>, readonly string[]]>([
    [{}, ['human on stdout']],
    [{ json: true }, ['json on stdout']],
    [{ reporter: ['json'] }, ['json on stdout']],
    [{ reporter: ['json=a/b.json'] }, ['json /here/a/b.json']],
    [{ reporter: ['human', 'json=b=c.json'] }, ['human on stdout', 'json /here/b=c.json']],
    [{ outputDir: 'out' }, ['human on stdout', 'json /here/out/report.json']],
    [{ outputDir: 'out', reporter: ['json=report.json'] }, ['json /here/out/report.json']],
    [{ outputDir: '/out', json: true }, ['json on stdout', 'json /out/report.json']],
    [{ outputDir: 'out', reporter: ['json', 'human'] }, ['json /here/out/report.json', 'human on stdout']],
    [
      { outputDir: 'out', reporter: ['json=x.json', 'human=y.txt'] },
      ['json /here/out/x.json', 'human /here/out/y.txt', 'json /here/out/report.json'],
    ],
  ])('%j: %j', (changes, expected) => {
    expect(placed(changes)).toEqual(expected);
  });

  it.each<[Partial<ReporterFlags>, string]>([
    [{ reporter: ['human', 'json'] }, 'two reports would go to stdout'],
    [{ reporter: ['human'], json: true }, 'two reports would go to stdout'],
    [{ reporter: ['jsn'] }, "unknown reporter 'jsn'"],
    [{ reporter: ['junit=x.xml'] }, "unknown reporter 'junit'"],
    [{ reporter: ['json='] }, 'names no path'],
  ])('%j is an error: %s', (changes, message) => {
    expect(() => placed(changes)).toThrow(message);
  });
});
