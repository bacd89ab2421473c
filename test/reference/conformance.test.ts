import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningDesign, ServedObject } from '../../src/reference/design.ts';
import { designs } from '../../src/reference/registry.ts';
import { describeEach } from './backends.ts';
import { behavesAsTold } from './behaviour.ts';
import { keepsTheContract, PLAIN } from './counter-contract.ts';
import { countersAtOnce } from './counters-at-once.ts';

/** A path that is there, for each object, and two that are not well asked for. */
const PATHS: Readonly<Record<ServedObject, readonly [string, string, string]>> = {
  counter: ['/counter', '/nowhere', '/hit'],
  quota: ['/quotas/me', '/nowhere', '/quotas/%ff'],
  reservation: ['/items/a', '/nowhere', '/items/%ff'],
  tracker: ['/stats?key=clicks:a', '/nowhere', '/hit'],
  payment: ['/payments', '/nowhere', '/payments/'],
};

describeEach(designs, (design) => {
  let running: RunningDesign;
  let isClosed = false;
  beforeAll(async () => {
    running = await design.start({ port: await freePort() });
  });
  afterAll(async () => {
    if (!isClosed) await running.close();
  });

  test('says in every answer which design it is, in JSON, not to be cached', async () => {
    for (const path of PATHS[design.object]) {
      const { headers, body } = await request(running.url + path);
      expect(await body.json()).toEqual(expect.any(Object));
      expect(headers.server).toBe(`counter-probe-reference/${design.id}`);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('listens on 127.0.0.1 alone', async () => {
    const port = Number(new URL(running.url).port);
    for (const address of otherAddresses()) expect(await connects(port, address)).toBe(false);
  });

  test('refuses a port that is taken, and says so', async () => {
    const port = Number(new URL(running.url).port);
    await expect(design.start({ port })).rejects.toThrow(`port ${port} of 127.0.0.1 is already in use`);
  });

  if (countersAtOnce.includes(design)) describe('by itself', () => behavesAsTold(design, () => running));

  // Ahead of it all that asks the first start; the second is for the contract, and only counters have one here.
  test('closing frees the port, whatever connections are open', async () => {
    const { url } = running;
    const port = Number(new URL(url).port);
    const idle = connect(port, '127.0.0.1').on('error', () => {});
    await once(idle, 'connect');
    await running.close();
    isClosed = true;
    expect(await connects(port, '127.0.0.1')).toBe(false);
    idle.destroy();
    if (design.object !== 'counter') return;
    running = await design.start({ ...PLAIN, port });
    isClosed = false;
    expect(running.url).toBe(url);
  });

  if (design.object === 'counter') describe('as a counter', () => keepsTheContract(() => running));
});

const LEAST_PORT = 10_000;
const EPHEMERAL = 32_768;

/** Below those that a system gives out by itself: nobody beside us takes it as soon as it is free. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = LEAST_PORT + Math.floor(Math.random() * (EPHEMERAL - LEAST_PORT));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

const otherAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

const connects = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host, timeout: 1000 });
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', settle(true)).on('error', settle(false)).on('timeout', settle(false));
  });

describe('a request target that is no path', () => {
  test('is answered 400', async () => {
    const design = await designs[0]?.start({});
    const socket = connect(Number(new URL(design?.url ?? '').port), '127.0.0.1');
    socket.write('GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const [first] = await once(socket.setEncoding('utf8'), 'data');
    expect(first).toMatch(/^HTTP\/1\.1 400 /);
    await design?.close();
  });
});
