import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { serve } from '../http/node-server.ts';
import { MINIFLARE, startWorkers } from './workerd.ts';

const ID = 'workers-kv-two-locations';
const location = { file: `${ID}.worker.js`, bindings: {}, services: { STORE: 0 } };

/** Sends each request to the next location, as for a caller on the move; a value is set at all of them. */
function byTurns(crashUrl: string, locations: readonly string[]): Counter {
  let turns = 0;
  const next = () => locations[turns++ % locations.length];
  const counterAt = (url: string | undefined, key: string) => `${url}/counters/${encodeURIComponent(key)}`;
  return {
    set: async (key, value) => {
      for (const url of locations) await sent('PUT', counterAt(url, key), JSON.stringify({ value }));
    },
    increment: async (key) => (await sent('POST', counterAt(next(), key))).value,
    read: async (key) => (await sent('GET', counterAt(next(), key))).value,
    crash: () => sent('POST', crashUrl),
  };
}

async function sent(method: string, url: string, body: string | null = null) {
  const response = await fetch(url, { method, body });
  const text = await response.text();
  if (!response.ok) throw new Refusal(response.status, `a location answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Two locations of Workers KV, each with its own cache of what it read; see `workers-kv-two-locations.worker.js`. */
export const workersKvTwoLocations: Design = {
  id: ID,
  title: 'two workerd on one Workers KV store, each with a cache in front',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [MINIFLARE],
  start: async ({ port = 0, ...options }) => {
    const store = { file: 'workers-kv-store.worker.js', bindings: { kvNamespaces: ['KV'] } };
    const { urls, crashUrls, ended, close } = await startWorkers(ID, [store, location, location], options, true);
    const running = await serve(ID, counterContract(byTurns(crashUrls[0] ?? '', urls.slice(1))), port, close);
    return { ...running, ended };
  },
};
