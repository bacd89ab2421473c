import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** A client that has lost its connection has another much sooner, and Redis then has its name again. */
const BETWEEN_LOOKS_MS = 2000;

/** Of keys whose prefix is the name of a client, and of no other key. */
const OWNER = /^(counter-probe:client-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):/;

/**
 * Removes the keys of those whose clients were not there at two looks, beside what the client with this name does: for as
 * long as one has a connection, it is there (Redis docs, "CLIENT LIST"). Settles early at the signal, and never rejects:
 * what a server does not let us see stays.
 */
export async function sweepKeys(client: Redis, name: string, signal: AbortSignal): Promise<void> {
  const other = client.duplicate({ keyPrefix: '', connectionName: '', lazyConnect: true });
  other.on('error', () => {});
  try {
    await other.connect();
    const left = await ownedKeys(other);
    await goneOf(other, name, left);
    if (left.size === 0) return;
    await setTimeout(BETWEEN_LOOKS_MS, undefined, { signal });
    await goneOf(other, name, left);
    for (const keys of left.values()) await other.unlink(...keys);
  } catch {
    // Not seen, or the end came first.
  } finally {
    other.disconnect();
  }
}

/** By their owner. */
async function ownedKeys(client: Redis): Promise<Map<string, string[]>> {
  const owned = new Map<string, string[]>();
  for await (const keys of client.scanStream({ match: 'counter-probe:client-*', count: 1000 })) {
    for (const key of keys as readonly string[]) {
      const owner = OWNER.exec(key)?.[1];
      if (owner !== undefined) owned.set(owner, [...(owned.get(owner) ?? []), key]);
    }
  }
  return owned;
}

/** Takes out those who are there; all of them, where not even we are: then what is shown is not everyone. */
async function goneOf(client: Redis, name: string, owned: Map<string, string[]>): Promise<void> {
  const lines = String(await client.client('LIST')).split('\n');
  const here = new Set(lines.map((line) => / name=(\S*)/.exec(line)?.[1]));
  for (const owner of owned.keys()) if (here.has(owner) || !here.has(name)) owned.delete(owner);
}
