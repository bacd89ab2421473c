import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { ran, terminal } from './terminal.ts';

interface Serving {
  readonly url: string;
  readonly lines: readonly string[];
  readonly stop: (name?: 'SIGINT' | 'SIGTERM') => Promise<number>;
}

async function serving(...flags: readonly string[]): Promise<Serving> {
  const { io, saw, signal, stdout } = terminal();
  const ended = main(['serve', '--port', '0', ...flags], io);
  await saw('/counter\n');
  const lines = stdout().trimEnd().split('\n');
  const url = lines[0]?.replace('listening ', '') ?? '';
  return {
    url,
    lines,
    stop(name = 'SIGINT') {
      expect(signal(name)).toBe(true);
      expect(signal(name)).toBe(false);
      return ended;
    },
  };
}

describe('serve', () => {
  it('says first where it listens, then how to probe it', async () => {
    const { lines, url, stop } = await serving('memory-atomic');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines).toEqual([`listening ${url}`, `counter-probe run --concurrency 10 --url ${url}/counter`]);
    await stop();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s, then ends well and frees the port', async (name) => {
    const { url, stop } = await serving('memory-atomic');
    expect((await fetch(`${url}/counter`, { method: 'POST' })).status).toBe(200);
    expect(await stop(name)).toBe(0);
    await expect(fetch(`${url}/counter`)).rejects.toThrow();
  });

  it('takes the pause between read and write', async () => {
    const { url, stop } = await serving('memory-read-write', '--window', '120ms');
    const beganMs = performance.now();
    await fetch(`${url}/counter`, { method: 'POST' });
    expect(performance.now() - beganMs).toBeGreaterThan(110);
    await stop();
  });

  it('says in one line that a port is in use', async () => {
    const { url, stop } = await serving('memory-atomic');
    const { port } = new URL(url);
    expect(await ran(['serve', 'memory-atomic', '--port', port])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `counter-probe: port ${port} of 127.0.0.1 is already in use (choose another with --port)\n`,
    });
    await stop();
  });

  it('lists every design for a program', async () => {
    const { exitCode, stdout } = await ran(['serve', '--list', '--json']);
    const entries = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(entries).toContainEqual({
      ...{ id: 'memory-read-write', kind: 'real', object: 'counter', right: false, finding: 'CP101' },
      ...{ available: true, why: null },
    });
    for (const entry of entries) {
      expect(Object.keys(entry)).toEqual(['id', 'kind', 'object', 'right', 'finding', 'available', 'why']);
    }
  });

  it('lists every design for a person, a line each', async () => {
    const { stdout } = await ran(['serve', '--list']);
    const entries: { id: string }[] = JSON.parse((await ran(['serve', '--list', '--json'])).stdout);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(entries.map((e) => e.id));
  });
});
