// @ts-check
// One workerd with one Worker on it, as Miniflare starts it, and a hold on its process.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/**
 * @import { ChildProcess } from 'node:child_process'
 * @import { Readable } from 'node:stream'
 * @import { WorkerSpec } from './workerd.ts'
 * @typedef {{ root: string, folder: string, fetchDelayMs: number, services: Record<string, number> }} Around
 * @typedef {{ port: number, pid: number, makeTables: () => Promise<void>, kill: () => Promise<void> }} Workerd
 */

/** Whoever waits for the process that Miniflare is about to start: Miniflare does not give it away. */
const starting = new AsyncLocalStorage();
subscribe('child_process', (started) => {
  starting.getStore()?.(/** @type {{ process: ChildProcess }} */ (started).process);
});

/**
 * Starts it with what the folder has of its stores; settles when it answers.
 *
 * @param {WorkerSpec} spec
 * @param {Around} around
 * @param {(child: ChildProcess) => void} onStart called before the process has its id
 * @returns {Promise<Workerd>}
 */
export async function startWorkerd(spec, around, onStart) {
  const { Miniflare } = await import('miniflare');
  const options = await optionsOf(spec, around);
  /** @type {ChildProcess | null} */
  let child = null;
  const hold = (/** @type {ChildProcess} */ started) => {
    child = started;
    onStart(started);
  };
  const miniflare = starting.run(hold, () => new Miniflare(options));
  const { port } = await miniflare.ready;
  const workerd = /** @type {ChildProcess} */ (/** @type {unknown} */ (child));
  return {
    port: Number(port),
    pid: workerd.pid ?? -1,
    makeTables: async () => {
      for (const statement of spec.schema) await (await miniflare.getD1Database('DB')).prepare(statement).run();
    },
    kill: async () => {
      if (workerd.exitCode === null && workerd.signalCode === null) {
        const exit = once(workerd, 'exit');
        workerd.kill('SIGKILL');
        await exit;
      }
      await miniflare.dispose();
    },
  };
}

/**
 * @param {WorkerSpec} spec
 * @param {Around} around
 * @returns {Promise<import('miniflare').MiniflareOptions>}
 */
async function optionsOf({ file, port: at, bindings, variables }, { root, folder, fetchDelayMs, services }) {
  const { Response } = await import('miniflare');
  const external = Object.entries(services).map(([name, port]) => [
    name,
    { external: { address: `127.0.0.1:${port}`, http: {} } },
  ]);
  return {
    host: '127.0.0.1',
    port: at,
    modules: true,
    scriptPath: file,
    modulesRoot: root,
    modulesRules: [{ type: 'ESModule', include: ['**/*.js'] }],
    compatibilityDate: '2026-04-01',
    cf: false, // or it asks a public host for a sample of request data
    telemetry: { enabled: false },
    kvPersist: `${folder}/kv`,
    durableObjectsPersist: `${folder}/durable-objects`,
    d1Persist: `${folder}/d1`,
    handleRuntimeStdio: (/** @type {Readable} */ stdout, /** @type {Readable} */ stderr) => {
      stdout.resume();
      stderr.pipe(process.stderr);
    },
    // Whatever a Worker fetches is answered here; nothing leaves the machine.
    outboundService: async () => {
      await setTimeout(fetchDelayMs);
      return new Response('{"human":true}');
    },
    serviceBindings: Object.fromEntries(external),
    bindings: variables,
    ...bindings,
  };
}
