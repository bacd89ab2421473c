import type { Redis } from 'ioredis';
import { counterContract } from '../counter/contract.js';
import type { Counter, Crash } from '../counter/counter.ts';
import type { DesignOptions, RunningDesign } from '../design.ts';
import type { Contract } from '../http/asked.ts';
import { serve } from '../http/node-server.ts';

/** What a design is served over. */
interface Served {
  readonly client: Redis;
  /** null for a server that was given: it is not ours to kill. */
  readonly crash: Crash | null;
}

/**
 * Serves a contract over a Redis: the one whose URL is given, or one of its own, which begins empty and saves nothing unless
 * `settings` of the server say so. The drivers are loaded here and not before. Rejects with a `ProbeError` when Redis
 * does not answer or the port is taken.
 */
export async function serveRedis(
  designId: string,
  options: DesignOptions,
  contractOf: (served: Served) => Contract,
  settings: readonly string[] = [],
): Promise<RunningDesign> {
  const { redisUrl, port = 0 } = options;
  if (redisUrl === undefined) {
    const { startRedis } = await import('./redis-server.ts');
    const own = await startRedis(settings);
    return serve(designId, contractOf(own), port, own.close);
  }
  const { givenRedis } = await import('./given-redis.ts');
  const { client, close } = await givenRedis(redisUrl);
  return serve(designId, contractOf({ client, crash: null }), port, close);
}

/** The same for a counter; `POST /crash` kills a server of our own. */
export const serveRedisCounter = (
  designId: string,
  options: DesignOptions,
  counterOf: (redis: Redis) => Counter,
  settings: readonly string[] = [],
): Promise<RunningDesign> =>
  serveRedis(
    designId,
    options,
    ({ client, crash }) => counterContract({ ...counterOf(client), ...(crash === null ? {} : { crash }) }),
    settings,
  );
