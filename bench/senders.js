import autocannon from 'autocannon';
import { Pool } from 'undici';

// Each sender has n requests to let go as closely together as it can:
//   prepare()  what comes before the burst and is not measured: opening and warming connections
//   burst()    the burst; settles when all of it is answered
//   spread(ns) from the sorted arrival times to one number, in ns

/** A small JSON body, as most writes have one. */
export const BODY = '{"by":1}';
export const HEADERS = { 'content-type': 'application/json' };

export const firstToLast = (ns) => ns.at(-1) - ns[0];
const times = (n, make) => Promise.all(Array.from({ length: n }, make));

/** The platform's fetch under Promise.all, over connections that a first burst has opened and left idle. */
function warmFetch(url, n) {
  const send = async () => (await fetch(url, { method: 'POST', headers: HEADERS, body: BODY })).text();
  return {
    name: 'fetch, Promise.all, warm',
    prepare: () => times(n, send),
    burst: () => times(n, send),
    spread: firstToLast,
  };
}

/** An undici Pool of n connections, all open and idle. */
function warmPool(url, n) {
  const pool = new Pool(url, { connections: n, pipelining: 1 });
  const write = { path: '/', method: 'POST', headers: HEADERS, body: BODY };
  const send = async () => (await pool.request(write)).body.text();
  return {
    name: 'undici Pool, Promise.all, warm',
    prepare: () => times(n, send),
    burst: () => times(n, send),
    spread: firstToLast,
    close: () => pool.close(),
  };
}

const shoot = (url, n, amount) =>
  autocannon({ url, method: 'POST', headers: HEADERS, body: BODY, connections: n, pipelining: 1, amount });

/** What `autocannon -c n -a n` does, in this process: n connections are opened, and each sends its one request at once. */
function autocannonBurst(url, n) {
  return {
    name: 'autocannon, one burst',
    prepare: async () => {},
    burst: () => shoot(url, n, n),
    spread: firstToLast,
  };
}

const GROUPS = 10;

/**
 * autocannon with warm connections: n of them, each sending again as soon as it was answered. The first n arrivals,
 * which still hold the connecting, are left out; of the stream after them each n arrivals in a row are one group, and
 * the round's number is the median of the groups. This flatters it: such a group is a rate, not a burst.
 */
function autocannonStream(url, n) {
  return {
    name: 'autocannon, warm, n in a row of its stream',
    prepare: async () => {},
    burst: () => shoot(url, n, n * (GROUPS + 1)),
    spread: (ns) => {
      const groups = Array.from({ length: GROUPS }, (_, i) => ns.slice(n * (i + 1), n * (i + 2)));
      return groups.map(firstToLast).sort((a, b) => a - b)[GROUPS / 2];
    },
  };
}

/** What the gate is measured against, in this process. */
export const otherSenders = [warmFetch, warmPool, autocannonBurst, autocannonStream];
