import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Board } from '../../../src/cli/compare/board.ts';
import { measureAll } from '../../../src/cli/compare/measure.ts';
import { type Subject, subjectsOf } from '../../../src/cli/compare/subjects.ts';
import { ProbeError } from '../../../src/errors.ts';
import { terminal } from '../terminal.ts';

const { io } = terminal();
/** What is open together at most, in which order it was ended, and how many were being killed together at most. */
const seen = { open: 0, most: 0, ended: [] as string[], killing: 0, mostKilling: 0 };

/** Looks like one on PostgreSQL, and cannot be killed. */
const watched = (subject: Subject): Subject => ({
  ...subject,
  settleMs: 100,
  toRun: { kind: 'real', services: ['a Node process', 'PostgreSQL'], packages: [] },
  async open() {
    const { base, close } = await subject.open();
    seen.most = Math.max(seen.most, ++seen.open);
    const crashUrl = new URL('/crash', base.write.request.url.replace(/\{\{.*/, '')).href;
    return { base, killing: { crashUrl, otherwise: unkilled }, close: () => closing(subject.id, close) };
  },
});

async function closing(id: string, close: () => Promise<void>): Promise<void> {
  seen.open -= 1;
  seen.ended.push(id);
  await close();
}

async function unkilled(): Promise<never> {
  seen.mostKilling = Math.max(seen.mostKilling, ++seen.killing);
  await setTimeout(200);
  seen.killing -= 1;
  throw new ProbeError('design', 'not here');
}

it('more than can be open together are timed beside the fastest of the first ones, which stays open', async () => {
  const ids = ['memory-read-write', 'memory-atomic', 'retry-events-memory'];
  const subjects = (await subjectsOf(ids, {}, io)).map(watched);
  const asking = { rounds: 1, seed: 1, signal: new AbortController().signal, board: new Board(io) };
  const rows = await measureAll({ ...asking, subjects, jobs: 2, mostOpen: 2 });
  const ratios = rows.map(({ answers }) => answers?.ratio);
  const fastest = ratios.map((ratio) => (ratio?.tested ? ratio.fastest : ratio?.why));
  expect(new Set(fastest).size).toBe(1);
  expect(ratios[ids.indexOf(fastest[0] ?? '')]).toMatchObject({ tested: true, ratio: 1, turns: 10 });
  expect(seen).toMatchObject({ open: 0, most: 2 });
  expect(rows.map(({ answers }) => answers?.kill)).toEqual(ids.map(() => ({ tested: false, why: 'not here' })));
  // They would share a server.
  expect(seen.mostKilling).toBe(1);
  // One of the first two stays open until the others have been timed beside it.
  expect(seen.ended.indexOf('retry-events-memory')).toBe(1);
}, 120_000);
