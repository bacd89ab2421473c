// Runs one Worker on workerd, as a process of its own that lives no longer than the one that started it. Miniflare ends
// workerd when its own process exits or takes a SIGTERM, but not when that is killed by SIGKILL: workerd would go on
// with its port and its temporary files. Here the end of the parent, however it comes, closes the channel to this
// process, and this process puts everything away.
import { setTimeout } from 'node:timers/promises';
import { Miniflare, Response } from 'miniflare';

/** @type {import('./workerd.ts').WorkerSpec} */
const { file, root, port, bindings, schema, fetchDelayMs } = JSON.parse(process.argv[2] ?? '');

const miniflare = new Miniflare({
  host: '127.0.0.1',
  port,
  modules: true,
  scriptPath: file,
  modulesRoot: root,
  modulesRules: [{ type: 'ESModule', include: ['**/*.js'] }],
  compatibilityDate: '2026-04-01',
  cf: false, // or it asks a public host for a sample of request data
  telemetry: { enabled: false },
  handleRuntimeStdio: (stdout, stderr) => {
    stdout.resume();
    stderr.pipe(process.stderr);
  },
  // Whatever a Worker fetches is answered here; nothing leaves the machine.
  outboundService: async () => {
    await setTimeout(fetchDelayMs);
    return new Response('{"human":true}');
  },
  ...bindings,
});

process.once('disconnect', () => void miniflare.dispose());

try {
  const { origin } = await miniflare.ready;
  for (const statement of schema) await (await miniflare.getD1Database('DB')).prepare(statement).run();
  process.send?.({ url: origin });
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  process.send?.({ failed: why }, () => process.exit(1));
}
