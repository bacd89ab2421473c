// Right for what it promises: a bound, and no more. The number is how many licences under a key were cancelled. The
// server keeps what it has looked up for 45 s, so a cancelled licence is refused after that at the latest; a client asks
// the server again every 12 h, and until then lets the licence through. Nobody is asked on every use, and that is the
// price. Times are scaled: 45 s are 450 ms here, 12 h are 2 s. `--ttl` sets the first: a server that keeps it for longer
// than its users were told breaks its promise (CP108 under `bounded:`), and nothing else about it is wrong.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';
import { memoryStore } from './store.ts';
import { ttlCache } from './ttl-cache.ts';

interface Times {
  readonly serverMs: number;
  readonly clientMs: number;
  readonly nowMs: () => number;
}

function licenceCounter({ serverMs, clientMs, nowMs }: Times): Counter {
  const store = memoryStore();
  const server = ttlCache(serverMs, nowMs);
  const client = ttlCache(clientMs, nowMs);

  const lookedUp = (cache: ReturnType<typeof ttlCache>, key: string) => {
    const kept = cache.get(key);
    if (kept !== null) return kept;
    cache.set(key, store.get(key));
    return store.get(key);
  };

  return {
    async set(key, value) {
      store.set(key, value);
      server.drop(key);
      client.drop(key);
    },
    increment: async (key) => store.add(key),
    read: async (key) => lookedUp(server, key),
    views: { client: async (key) => lookedUp(client, key), stored: async (key) => store.get(key) },
  };
}

/** Cancellations that the server refuses after a bounded time. */
export const licenceRevocation: Design = {
  id: 'licence-revocation',
  title: 'cancelled licences, refused by the server within 450 ms (45 s, scaled) and by a client within 2 s',
  kind: 'model',
  object: 'counter',
  right: true,
  finding: null,
  needs: [],
  start: ({ port = 0, ttlMs = 450, lagMs = 2000, nowMs = () => performance.now() }) =>
    serve('licence-revocation', counterContract(licenceCounter({ serverMs: ttlMs, clientMs: lagMs, nowMs })), port),
};
