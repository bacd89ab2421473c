import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { DesignOptions, RunningDesign } from '../design.ts';
import { serve } from '../http/node-server.ts';
import type { ReplicatedRedis } from './replicated.ts';

/**
 * Serves a counter over a primary Redis and its replica, both of its own, with `settings` of the server. `POST /crash`
 * kills the primary, which comes back empty. Rejects with a `ProbeError` when they do not come up or the port is taken.
 */
export async function serveReplicated(
  designId: string,
  { port = 0 }: DesignOptions,
  counterOf: (redis: ReplicatedRedis) => Counter,
  settings: readonly string[] = [],
): Promise<RunningDesign> {
  const { startReplicated } = await import('./replicated.ts');
  const redis = await startReplicated(settings);
  return serve(designId, counterContract({ ...counterOf(redis), crash: redis.crash }), port, redis.close);
}
