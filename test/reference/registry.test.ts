import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { programMissing } from '../../src/reference/guarded/program.ts';
import { availability, designs, findDesign } from '../../src/reference/registry.ts';

describe('the list of designs', () => {
  test('has every id once', () => {
    expect(new Set(designs.map(({ id }) => id)).size).toBe(designs.length);
  });

  test('names a finding for every wrong design and for no right one', () => {
    for (const { id, right, finding } of designs) expect(finding === null, id).toBe(right);
  });

  test('finds a design by its exact id alone', () => {
    expect(findDesign('memory-atomic')?.id).toBe('memory-atomic');
    expect(findDesign('memory-atomi')).toBeNull();
    expect(findDesign('')).toBeNull();
  });

  test('asks only for versions that the package accepts', async () => {
    const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    const known = Object.entries({ ...manifest.devDependencies }).map(([name, version]) => `${name}@${version}`);
    for (const design of designs) expect(known, design.id).toEqual(expect.arrayContaining([...design.needs]));
  });
});

describe('availability', () => {
  const [design] = designs;
  if (!design) throw new Error('no designs');

  test('is given when nothing is needed', async () => {
    expect(await availability({ ...design, needs: [] })).toEqual({ available: true, why: null });
  });

  test('names what is missing and the line that installs it', async () => {
    expect(await availability({ ...design, needs: ['@no-such/package@1.2.3', 'undici@7.0.0'] })).toEqual({
      available: false,
      why: 'needs @no-such/package: npm install --save-dev @no-such/package@1.2.3',
    });
  });

  test('names the server that is missing too, unless a running one is given', async () => {
    const server = { givenBy: 'redisUrl', missing: () => 'needs a-server: apt-get install a-server' } as const;
    expect(await availability({ ...design, server })).toEqual({
      available: false,
      why: 'needs a-server: apt-get install a-server',
    });
    expect(await availability({ ...design, server }, { redisUrl: 'redis://x' })).toMatchObject({ available: true });
    expect((await availability({ ...design, needs: ['no-such@1'], server })).why).toBe(
      'needs no-such: npm install --save-dev no-such@1; needs a-server: apt-get install a-server',
    );
  });

  test('finds a program in PATH alone', () => {
    expect(programMissing('sh', 'install sh')).toBeNull();
    expect(programMissing('no-such-program', 'apt-get install it')).toBe('needs no-such-program: apt-get install it');
  });
});
