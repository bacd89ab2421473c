import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { counter } from '../support/counter.ts';
import { redirectsTo } from '../support/odd.ts';
import { proxy } from '../support/proxy.ts';
import { socketPath } from '../support/serve.ts';
import { CERTIFICATE } from '../support/tls.ts';
import { attempt, post, target } from './support.ts';

describe('a connection', () => {
  it('over TLS is refused when the certificate is not trusted', async () => {
    const server = await counter({ tls: true });
    try {
      const result = await attempt(server);
      expect(result).toMatchObject({ counts: 'notSent', seen: 0 });
      expect(result.reason).toContain('self-signed certificate');
    } finally {
      await server.close();
    }
  });

  it('over TLS to a server that speaks plain HTTP fails in words', async () => {
    const server = createServer((_request, response) => response.end('1'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { counts, reason } = await attempt({ url, attempts: new Map() });
      expect(counts).toBe('notSent');
      expect(reason).toMatch(/^no connection to 127\.0\.0\.1:\d+: the server does not speak TLS there \(is it http:/);
    } finally {
      server.close();
    }
  });

  it.each([
    ['a given authority', { ca: CERTIFICATE }],
    ['no verification', { verifyTls: false }],
  ])('over TLS is made with %s', async (_what, policy) => {
    const server = await counter({ tls: true });
    try {
      expect(await attempt(server, {}, target(policy))).toMatchObject({ counts: 'acknowledged', seen: 1 });
    } finally {
      await server.close();
    }
  });

  it('over TLS holds a request back like any other', async () => {
    const server = await counter({ tls: true });
    try {
      const connection = await target({ ca: CERTIFICATE }).open(post(server.url));
      const held = connection.hold(post(`${server.url}/counter`), 'headers', new AbortController().signal);
      await held.ready;
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(server.value()).toBe(0);
      held.nudge();
      held.release();
      expect((await held.exchange).status).toBe(200);
      expect(server.value()).toBe(1);
      connection.close();
    } finally {
      await server.close();
    }
  });

  it('goes through a Unix socket', async () => {
    const { path, remove } = await socketPath();
    const server = await counter({ path });
    try {
      expect(await attempt(server, {}, target({ unixSocket: path }))).toMatchObject({
        counts: 'acknowledged',
        seen: 1,
      });
    } finally {
      await server.close();
      await remove();
    }
  });

  it('goes where --resolve and --connect-to say, under its own name', async () => {
    const server = await counter();
    const port = Number(new URL(server.url).port);
    try {
      const resolve = target({ resolve: [{ host: 'api.example', port, address: '127.0.0.1' }] });
      expect((await resolve.send(post(`http://api.example:${port}/counter`))).status).toBe(200);
      const connectTo = target({ connectTo: [{ host: 'api.example', port: 80, toHost: '127.0.0.1', toPort: port }] });
      expect((await connectTo.send(post('http://api.example/counter'))).status).toBe(200);
      expect(server.value()).toBe(2);
    } finally {
      await server.close();
    }
  });

  it('goes through a proxy: plain requests are forwarded, TLS is tunnelled, the password only in its header', async () => {
    const via = await proxy();
    const plain = await counter();
    const secure = await counter({ tls: true });
    try {
      const to = target({ proxy: via.url.replace('//', '//user:pass@'), ca: CERTIFICATE });
      expect((await to.send(post(`${plain.url}/counter`))).status).toBe(200);
      expect((await to.send(post(`${secure.url}/counter`))).status).toBe(200);
      expect(via.asked.map((one) => one.line)).toEqual([
        `POST ${plain.url}/counter`,
        `CONNECT ${new URL(secure.url).host}`,
      ]);
      const authorization = `Basic ${Buffer.from('user:pass').toString('base64')}`;
      expect(via.asked.map((one) => one.authorization)).toEqual([authorization, authorization]);
      expect([plain.value(), secure.value()]).toEqual([1, 1]);
      const around = target({ proxy: via.url, noProxy: ['127.0.0.1'] });
      expect((await around.send(post(`${plain.url}/counter`))).status).toBe(200);
      expect(via.asked).toHaveLength(2);
    } finally {
      await Promise.all([via.close(), plain.close(), secure.close()]);
    }
  });
});

describe('a redirect', () => {
  it('is followed only when asked for, and never to another host', async () => {
    const end = await counter();
    const start = await redirectsTo(`${end.url}/counter`, 307);
    const away = await redirectsTo(end.url.replace('127.0.0.1', 'localhost'), 307);
    try {
      expect(await attempt(start)).toMatchObject({ counts: 'unknown', reason: expect.stringContaining('-L') });
      expect(end.value()).toBe(0);
      expect(await attempt(start, {}, target({ followRedirects: true }))).toMatchObject({ counts: 'acknowledged' });
      expect(end.value()).toBe(1);
      const refused = await attempt(away, {}, target({ followRedirects: true }));
      expect(refused).toMatchObject({ counts: 'unknown', reason: expect.stringContaining('another host') });
      expect(end.value()).toBe(1);
    } finally {
      await Promise.all([end.close(), start.close(), away.close()]);
    }
  });
});
