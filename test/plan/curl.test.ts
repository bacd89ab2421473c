import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { toCurl } from '../../src/plan/curl.ts';
import type { Call } from '../../src/plan/render.ts';

/** Both are asked for by running, since a machine without them cannot tell. */
const canRun = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

const call = (change: Partial<Call>): Call => ({
  method: 'POST',
  url: 'http://127.0.0.1:8080/c',
  headers: [
    ['Accept', '*/*'],
    ['User-Agent', 'counter-probe'],
  ],
  body: null,
  timeoutMs: 1_500,
  ...change,
});

describe('a call as a curl command line', () => {
  it.each<[string, Partial<Call>, string]>([
    ['a GET', { method: 'GET' }, "curl http://127.0.0.1:8080/c -H 'Accept: */*' -H 'User-Agent: counter-probe' -m 1.5"],
    [
      'a POST without a body',
      {},
      "curl -X POST http://127.0.0.1:8080/c -H 'Accept: */*' -H 'User-Agent: counter-probe' -m 1.5",
    ],
    ['a HEAD', { method: 'HEAD', headers: [] }, 'curl -I http://127.0.0.1:8080/c -H Accept: -H User-Agent: -m 1.5'],
    [
      'a body',
      { headers: [['Content-Type', 'application/json']], body: Buffer.from('{"a":1}') },
      `curl http://127.0.0.1:8080/c -H 'Content-Type: application/json' -H Accept: -H User-Agent: -m 1.5 --data-raw '{"a":1}'`,
    ],
    [
      'a body without a type',
      { headers: [], body: Buffer.from('a') },
      'curl http://127.0.0.1:8080/c -H Accept: -H User-Agent: -H Content-Type: -m 1.5 --data-raw a',
    ],
    [
      'a bracket in the URL',
      { method: 'GET', url: 'http://[::1]/a?b[]=1', headers: [] },
      `curl -g 'http://[::1]/a?b[]=1' -H Accept: -H User-Agent: -m 1.5`,
    ],
    [
      'an empty header',
      { method: 'GET', headers: [['X-A', '']] },
      `curl http://127.0.0.1:8080/c -H 'X-A;' -H Accept: -H User-Agent: -m 1.5`,
    ],
  ])('%s', (_what, change, line) => {
    expect(toCurl(call(change))).toBe(line);
  });

  it('is redacted before it is quoted', () => {
    const line = toCurl(call({ headers: [['Authorization', "it's me"]] }), (text) =>
      text.replaceAll("it's me", '[secret]'),
    );
    expect(line).toContain("'Authorization: [secret]'");
    expect(line).not.toContain('me');
  });

  it.runIf(canRun).each([
    ['text', Buffer.from('a\n\'b" $x `y` \\ @é')],
    ['what looks like a file', Buffer.from('@/etc/passwd')],
    ['bytes', Buffer.from([0, 255, 10, 13])],
    ['nothing', Buffer.alloc(0)],
  ])('sends the same request when it is run: %s', async (_what, body) => {
    const received: { method: string | undefined; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
    const server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        received.push({
          method: incoming.method,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString('base64'),
        });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      await promisify(execFile)('bash', [
        '-c',
        toCurl(call({ method: 'PUT', url: `http://127.0.0.1:${port}/c`, body })),
      ]);
    } finally {
      server.close();
    }
    expect(received).toMatchObject([
      { method: 'PUT', body: body.toString('base64'), headers: { accept: '*/*', 'user-agent': 'counter-probe' } },
    ]);
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });
});
