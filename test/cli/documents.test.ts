import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODES } from '../../src/verdict/codes.ts';
import { report, scenario } from '../report/sample.ts';
import { ran } from './terminal.ts';

describe('explain', () => {
  it.each(Object.entries(CODES))('has a page for %s', async (code, { title }) => {
    const { exitCode, stdout, stderr } = await ran(['explain', code]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.toLowerCase()).toContain(title);
  });

  it('takes a code in lower case', async () => {
    expect(await ran(['explain', 'cp101'])).toEqual(await ran(['explain', 'CP101']));
    expect(await ran(['explain', '101'])).toEqual(await ran(['explain', 'CP101']));
  });

  it('lists the codes when none is given', async () => {
    const { stdout } = await ran(['explain']);
    expect(stdout).toContain('CP101  fail          lost write\n');
    expect(stdout.trimEnd().split('\n')).toHaveLength(Object.keys(CODES).length);
  });
});

describe('schema', () => {
  it('prints the schema that reports are held to', async () => {
    const validate = new Ajv({ strict: false }).compile(JSON.parse((await ran(['schema', 'report'])).stdout));
    expect(validate(report(scenario())), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...report(scenario()), summary: {} })).toBe(false);
  });

  it('prints the schema that scenario files are held to', async () => {
    const validate = new Ajv({ strict: false }).compile(JSON.parse((await ran(['schema', 'scenario'])).stdout));
    expect(validate({ version: 1, write: { request: 'POST http://127.0.0.1:8080/counter' } })).toBe(true);
    expect(validate({ version: 1, wriet: {} })).toBe(false);
  });
});

describe('validate', () => {
  let folder: string;
  const file = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
    const good = 'version: 1\nwrite: { request: "POST {{base}}/n" }\nread: { n: { request: "GET {{base}}/n" } }\n';
    await writeFile(file('good.probe.yaml'), `${good}vars: { base: "http://127.0.0.1:1" }\n`);
    await writeFile(file('needs.probe.yaml'), good);
    await writeFile(file('bad.probe.yaml'), `${good}raed: {}\n`);
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('says ok for each file that is well', async () => {
    expect(await ran(['validate', file('good.probe.yaml')])).toEqual({
      ...{ exitCode: 0, stderr: '' },
      stdout: `ok ${file('good.probe.yaml')}\n`,
    });
  });

  it('says what is wrong and where, goes on with the others, and exits 2', async () => {
    const { exitCode, stdout, stderr } = await ran(['validate', folder, '--var', 'base=http://127.0.0.1:2']);
    expect(exitCode).toBe(2);
    expect(stdout).toBe(`ok ${file('good.probe.yaml')}\nok ${file('needs.probe.yaml')}\n`);
    expect(stderr).toContain(`${file('bad.probe.yaml')}:4:1`);
    expect(stderr).toContain('did you mean read?');
  });

  it('needs the values that a run would need', async () => {
    const { exitCode, stderr } = await ran(['validate', file('needs.probe.yaml')]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('base');
  });

  it('finds the scenarios that come with it well', async () => {
    expect(await ran(['validate', 'scenarios'])).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe.each(['README.md', 'CHANGELOG.md'])('%s', (page) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');

  it.each(['workerd', 'Redis', 'PostgreSQL', 'SQLite', 'DynamoDB'])('names %s, which designs run on', (server) => {
    expect(text).toContain(server);
  });
});
