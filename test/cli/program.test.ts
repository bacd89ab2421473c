import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { counting } from './counter.ts';

const BIN = new URL('../../bin/counter-probe.js', import.meta.url).pathname;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built program; `during` sees it as it starts. */
function program(
  argv: readonly string[],
  during: (child: ReturnType<typeof spawn>) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (texts.stdout += chunk));
  child.stderr.on('data', (chunk) => (texts.stderr += chunk));
  during(child);
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, ...texts })));
}

describe('the built program', () => {
  it('ends with the exit code of its command', async () => {
    expect(await program(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(await program(['run', '--url', 'x'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('says in one line that Node is too old, and exits 2', async () => {
    const versions = (node: string) =>
      `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${node}'}})`;
    const as = (node: string) =>
      promisify(execFile)(process.execPath, ['--import', `data:text/javascript,${versions(node)}`, BIN, '--version']);
    for (const old of ['18.20.4', '20.18.3']) {
      await expect(as(old)).rejects.toMatchObject({
        ...{ code: 2, stdout: '' },
        stderr: `counter-probe: this is Node ${old}, and 20.19 or newer is needed\n`,
      });
    }
    for (const fit of ['20.19.0', '22.0.0']) expect((await as(fit)).stderr).toBe('');
  });

  it('finds the pages of its codes', async () => {
    expect((await program(['explain', 'cp101'])).stdout).toContain('CP101');
  });

  it('is not disturbed when the reader of its output goes away', async () => {
    const command = `"${process.execPath}" "${BIN}" run --help | head -n 1; echo "exit \${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command]);
    expect(stdout).toBe('Usage: counter-probe run [options] [files...]\nexit 0\n');
    expect(stderr).toBe('');
  });

  it.runIf(existsSync('/dev/full'))('says in a sentence that there is no room for its output', async () => {
    const command = `"${process.execPath}" "${BIN}" explain CP101 > /dev/full; echo "exit $?"`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command]);
    expect(stdout).toBe('exit 70\n');
    expect(stderr).toMatch(/^counter-probe: the output could not be written: ENOSPC.*\n$/);
  });

  it('reports what was done when Ctrl-C ends a run', async () => {
    const server = await counting({ hang: true });
    const ended = await program(['run', '--url', server.url], (child) =>
      whenWriting(server, () => child.kill('SIGINT')),
    );
    expect(ended).toMatchObject({ code: 130, stdout: expect.stringMatching(/^INCONCLUSIVE/) });
    await server.close();
  });

  it('ends well when a signal ends a server', async () => {
    const ended = await program(['serve', 'memory-atomic', '--port', '0'], (child) => {
      child.stdout?.once('data', () => child.kill('SIGTERM'));
    });
    expect(ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('loads nothing of what it may need later to print its version or help', async () => {
    for (const flag of ['--version', '--help']) {
      const loaded = await loadedBy([flag]);
      expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
      const texts = await Promise.all(loaded.map((url) => readFile(new URL(url), 'utf8')));
      expect([...new Set(texts.flatMap(packagesIn))]).toEqual(['commander']);
    }
  });

  it('knows the errors of servers, which lie beside the bundle and not in it', async () => {
    const taken = await counting();
    const { port } = new URL(taken.url);
    expect(await program(['serve', 'memory-atomic', '--port', port])).toEqual({
      ...{ code: 2, signal: null, stdout: '' },
      stderr: `counter-probe: port ${port} of 127.0.0.1 is already in use (choose another with --port)\n`,
    });
    await taken.close();
  });

  it('says which design it does not know', async () => {
    for (const command of ['serve', 'compare']) {
      expect(await program([command, 'memory-atomik'])).toMatchObject({
        ...{ code: 2, stdout: '' },
        stderr: expect.stringMatching(/^counter-probe: .*memory-atomik.*memory-atomic.*\n$/),
      });
    }
  });
});

/** Waits until a burst is with the server. */
async function whenWriting(server: { readonly writes: () => number }, then: () => void): Promise<void> {
  while (server.writes() < 10) await new Promise((resolve) => setTimeout(resolve, 10));
  then();
}

/** The packages that a file of the bundle holds copies of; the bundler says above each module where it was. */
const packagesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\/\/ (?:.*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm)].map(([, name]) => String(name));

/** URLs of the modules that a command line loads. */
async function loadedBy(argv: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
  await promisify(execFile)(process.execPath, [BIN, ...argv], { env: { ...process.env, NODE_V8_COVERAGE: folder } });
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  await rm(folder, { recursive: true });
  const urls = texts.flatMap((text) => JSON.parse(text).result.map(({ url }: { url: string }) => url));
  return urls.filter((url) => url.startsWith('file:'));
}
