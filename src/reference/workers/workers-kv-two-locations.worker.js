// Wrong, and not only under overlap: what one location of Workers KV does. It answers reads from its own cache until the
// copy ends; a write goes to the one store, and shows at once here and elsewhere only when the copy there has ended
// (Cloudflare docs, Workers KV, "How KV works": up to 60 s or more; a key that was not there is cached as well). So a
// counter that reads before it writes starts, at the other location, from a number that is a write old: ten writes by
// turns, however far apart within that time, count as about six, and who reads at the other location does not see their
// own write. The store is Miniflare's Workers KV on a workerd of its own; the cache in front of it, which that does not
// have, is modelled here. Measured: ten at once leave 1 or 2, ten one by one 6.
import { counterContract } from '../counter/contract.js';
import { worker } from './worker.js';

const CACHE_TTL_MS = 500; // 60 s on the real thing
const cache = new Map();

function keep(key, n, ttlMs) {
  cache.set(key, { n, untilMs: Date.now() + ttlMs });
  return n;
}

const addressOf = (key) => `http://store/${encodeURIComponent(key)}`;

async function get(store, key, ttlMs) {
  const copy = cache.get(key);
  if (copy && Date.now() < copy.untilMs) return copy.n;
  const found = await store.fetch(addressOf(key));
  return keep(key, Number(await found.text()) || 0, ttlMs);
}

async function put(store, key, n, ttlMs) {
  await store.fetch(addressOf(key), { method: 'PUT', body: String(n) });
  return keep(key, n, ttlMs);
}

export default worker('workers-kv-two-locations', ({ STORE, TTL_MS }) => {
  const ttlMs = TTL_MS ?? CACHE_TTL_MS;
  return counterContract({
    set: (key, value) => put(STORE, key, value, ttlMs),
    increment: async (key) => put(STORE, key, (await get(STORE, key, ttlMs)) + 1, ttlMs),
    read: (key) => get(STORE, key, ttlMs),
  });
});
