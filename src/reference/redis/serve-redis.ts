import type { Redis } from 'ioredis';
import type { DesignOptions, RunningDesign } from '../design.ts';
import type { Contract } from '../http/asked.ts';
import { serve } from '../http/node-server.ts';

/**
 * Serves a contract over a Redis: the one whose URL is given, or one of its own. The drivers are loaded here and not
 * before. Rejects with a `ProbeError` when Redis does not answer or the port is taken.
 */
export async function serveRedis(
  designId: string,
  options: DesignOptions,
  contractOf: (redis: Redis) => Contract,
): Promise<RunningDesign> {
  const { givenRedis, startRedis } = await import('./redis-server.ts');
  const { redisUrl, port = 0 } = options;
  const { client, close } = await (redisUrl === undefined ? startRedis() : givenRedis(redisUrl));
  return serve(designId, contractOf(client), port, close);
}
