import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Progress, progress } from '../../src/cli/progress.ts';
import { headerOf } from '../support/history.ts';
import { terminal } from './terminal.ts';

const ERASE = '\r\u001b[2K';
const burst = { index: 0, kind: 'concurrent', name: 'concurrent', count: 10, everyMs: null } as const;

const done = (live: Progress, count: number): void => live.tell({ kind: 'phase', round: 1, phase: burst, done: count });
const settling = (live: Progress, value: string, reading = 'value'): void =>
  live.tell({ kind: 'settling', round: 1, reading, value });
const settled = (live: Progress, phaseIndex: number): void =>
  live.entry({ settled: true, round: 1, phaseIndex, reading: 'value', afterMs: 1, moving: false });

function live({ title = '', tty = true, verbose = false, readings = ['value'] } = {}) {
  const { io, stderr } = terminal({ tty, columns: 40 });
  const shown = progress(io, { verbose, title });
  shown.header(headerOf({ readings }));
  shown.tell({ kind: 'round', round: 1, rounds: 1 });
  return { shown, text: stderr, lines: () => stderr().split(ERASE).slice(1) };
}

describe('the live line', () => {
  it('shows the first and the last count of a phase, the value that settles, and the watch at the end', () => {
    const { shown, lines } = live();
    for (let count = 0; count <= 10; count++) done(shown, count);
    settling(shown, '3');
    settling(shown, '10');
    settled(shown, 0);
    settled(shown, 1);
    shown.end();
    expect(lines()).toEqual([
      ...['starting', 'concurrent: 0 of 10', 'concurrent: 10 of 10', 'settling: 3', 'settling: 10', 'watching', ''],
    ]);
  });

  it('shows a count that was passed over when none follows it', async () => {
    const { shown, lines } = live();
    done(shown, 0);
    done(shown, 1);
    done(shown, 2);
    expect(lines().at(-1)).toBe('concurrent: 0 of 10');
    await pause(120);
    expect(lines().at(-1)).toBe('concurrent: 2 of 10');
  });

  it('draws nothing any more once it was taken away', async () => {
    const { shown, lines } = live();
    done(shown, 0);
    done(shown, 1);
    shown.end();
    await pause(120);
    expect(lines().at(-1)).toBe('');
  });

  it('names the reading where there are several, and what is run where that is said', () => {
    const { shown, lines } = live({ title: 'memory-atomic', readings: ['likes', 'views'] });
    settling(shown, '3', 'views');
    expect(lines()).toEqual(['memory-atomic  starting', 'memory-atomic  settling: views 3']);
  });

  it('is no wider than the terminal, and holds no control character of the target', () => {
    const { shown, lines } = live();
    settling(shown, `${'9'.repeat(100)}`);
    expect(lines().at(-1)?.length).toBeLessThan(40);
    settling(shown, '\u001b[2J3');
    expect(lines().at(-1)).toBe('settling: \\u{1b}[2J3');
  });

  it('is not there without a terminal, where -v tells the end of each phase', () => {
    const quiet = live({ tty: false });
    done(quiet.shown, 10);
    expect(quiet.text()).toBe('');
    const verbose = live({ tty: false, verbose: true });
    for (const count of [0, 5, 10]) done(verbose.shown, count);
    expect(verbose.text()).toBe('concurrent: 10 of 10\n');
  });
});
