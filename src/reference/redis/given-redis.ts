import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { notUsable, reasonOf } from '../start-errors.ts';
import { sweepKeys } from './left-keys.ts';
import { answering, CLIENT, type OwnRedis, quiet } from './redis-server.ts';

/**
 * A client to a Redis that is somebody else's: every key has a prefix of its own, and `close` removes those keys and no
 * other. Those that others like this one have left, who were killed, are removed meanwhile. Rejects with a `ProbeError`,
 * which does not repeat the URL, when it does not answer.
 */
export async function givenRedis(url: string): Promise<Pick<OwnRedis, 'client' | 'close'>> {
  const id = randomUUID();
  const name = `counter-probe:client-${id}`;
  const client = quiet(new Redis(url, { ...CLIENT, connectionName: name }));
  try {
    await answering(client, unusable, firstError(client));
    // The driver keeps it to itself when there is no such database, and goes on in another.
    await client.select(client.options.db ?? 0).catch((error: unknown) => {
      throw unusable(error);
    });
  } catch (error) {
    client.disconnect();
    throw error;
  }
  // Who could not take the name must not be taken for one that is gone.
  const isNamed = (await client.client('GETNAME').catch(() => null)) === name;
  const prefix = isNamed ? `${name}:` : `counter-probe:${id}:`;
  client.options.keyPrefix = prefix;
  const ending = new AbortController();
  const swept = isNamed ? sweepKeys(client, name, ending.signal) : null;
  const close = async (): Promise<void> => {
    ending.abort();
    await swept;
    await removeKeys(client, prefix).catch(() => {}); // when it has gone away meanwhile, so have its keys from here
    client.disconnect();
  };
  return { client, close };
}

const unusable = (why: unknown): Error => notUsable('the Redis that was given', why);

const firstError = (client: Redis): Promise<string> =>
  new Promise((resolve) => void client.once('error', (error) => resolve(reasonOf(error))));

async function removeKeys(client: Redis, prefix: string): Promise<void> {
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1000 })) {
    const bare = (keys as readonly string[]).map((key) => key.slice(prefix.length));
    if (bare.length > 0) await client.unlink(...bare);
  }
}
