// What the servers of this folder share. A server is `start({ port, fixed, seed, …options })`, which resolves to
// `{ url, close }`; its routes map 'METHOD /path/:name' to a function that returns [status, body, headers].
import http from 'node:http';

/** Resolves after so many milliseconds. */
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Runs the tasks it is given one after another. */
export function queue() {
  let last = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** A map that makes what it is asked for and does not have. */
export function byName(make) {
  const held = new Map();
  return (name) => {
    if (!held.has(name)) held.set(name, make(name));
    return held.get(name);
  };
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function matcher(route) {
  const [method, path] = route.split(' ');
  const names = path.split('/').slice(1);
  return (request, parts) => {
    if (request.method !== method || parts.length !== names.length) return null;
    const found = {};
    for (const [at, name] of names.entries()) {
      if (name.startsWith(':')) found[name.slice(1)] = parts[at];
      else if (name !== parts[at]) return null;
    }
    return found;
  };
}

/** Writes one answer: a text as it is, anything else as JSON, no body for undefined. */
export function answer(response, status, body, headers = {}) {
  if (response.destroyed) return;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  if (body !== undefined) response.setHeader('Content-Type', type);
  if (status !== 204) response.setHeader('Content-Length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status);
  response.end(text);
}

function callOf(request, response, url, params) {
  return {
    request,
    response,
    params,
    headers: request.headers,
    query: url.searchParams,
    text: () => bodyOf(request),
    json: async () => JSON.parse((await bodyOf(request)) || '{}'),
    form: async () => Object.fromEntries(new URLSearchParams(await bodyOf(request))),
  };
}

async function respond(table, request, response) {
  const url = new URL(request.url, 'http://localhost');
  const parts = url.pathname.split('/').slice(1).map(decodeURIComponent);
  for (const { match, handle } of table) {
    const params = match(request, parts);
    if (params === null) continue;
    const result = await handle(callOf(request, response, url, params));
    if (result) answer(response, ...result);
    return;
  }
  answer(response, 404, { error: 'no such path' });
}

/** Serves the routes on the loopback address. A route that answers by itself returns nothing. */
export async function serve(port, routes, { onClose = () => {}, maxConnections = 0 } = {}) {
  const table = Object.entries(routes).map(([route, handle]) => ({ match: matcher(route), handle }));
  const server = http.createServer((request, response) => {
    respond(table, request, response).catch((error) => {
      if (!response.headersSent) answer(response, error instanceof SyntaxError ? 400 : 500, { error: error.message });
    });
  });
  if (maxConnections > 0) server.maxConnections = maxConnections;
  server.keepAliveTimeout = 30_000;
  await new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      onClose();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Numbers in [0, 1) that are the same for the same seed. */
export function random(seed) {
  let state = BigInt(seed) + 0x9e3779b97f4a7c15n;
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 11n) / 2 ** 53;
  };
}
