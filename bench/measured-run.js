import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLI } from './commands.js';

const PEAK = new URL('peak.js', import.meta.url).href;

function start(args) {
  const child = spawn(process.execPath, ['--import', PEAK, CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, stdout, stderr, peak] = child.stdio.map((stream) => stream?.toArray());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', async (code) => {
      const [out, err, kib] = (await Promise.all([stdout, stderr, peak])).map((chunks) =>
        Buffer.concat(chunks).toString(),
      );
      resolve({ code, out, err, peakMb: Number(kib) / 1024 });
    });
  });
}

/** Runs a scenario by the built command line: `{ scenario, peakMb, wallMs }`, its one scenario's result among them. */
export async function runScenario(text) {
  const directory = mkdtempSync(join(tmpdir(), 'counter-probe-bench-'));
  const file = join(directory, 'bench.probe.yaml');
  writeFileSync(file, text);
  const startMs = performance.now();
  try {
    const { code, out, err, peakMb } = await start(['run', file, '--json']);
    if (!out.startsWith('{')) throw new Error(`exit code ${code}: ${err}`);
    return { scenario: JSON.parse(out).scenarios[0], peakMb, wallMs: performance.now() - startMs };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
