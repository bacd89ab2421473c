import { request } from 'undici';
import { expect, test } from 'vitest';
import type { DesignOptions, RunningDesign } from '../../src/reference/design.ts';

/** Nothing is cached, refused or waited for: the contract alone. */
export const PLAIN: DesignOptions = { windowMs: 0, ttlMs: 0, lagMs: 0, limitMs: 0, fetchDelayMs: 0 };

const BAD_VALUES = ['', '{', 'null', '[]', '7', '{"value":"7"}', '{"value":1.5}', '{"value":1e300}', '{"n":7}'];
const ODD_KEYS = ['a%2Fb', '%C3%A9t%C3%A9', 'two%20words', '__proto__', '%00'];
const UNKNOWN_PATHS = ['/', '/counters', '/counters/', '/counters/a/b', '/counter/', '/counters/a/increment/', '/go/x'];
const BAD_KEYS = ['/counters/%ff', '/stats?key=.', '/stats?key=', '/stats', '/hit'];
const WRONG_METHODS = [
  ['DELETE', '/counter', 'GET, POST, PUT'],
  ['PATCH', '/counters/a', 'GET, POST, PUT'],
  ['GET', '/counters/a/increment', 'POST'],
  ['POST', '/hit?p=/a', 'GET'],
  ['PUT', '/stats?key=a', 'GET'],
] as const;

/** What every counter answers, whatever it runs on; it is to be started with `PLAIN`. */
export function keepsTheContract(running: () => RunningDesign): void {
  const send = async (method: string, path: string, body: string | null = null) => {
    const { statusCode, headers, body: answer } = await request(running().url + path, { method, body });
    const text = await answer.text();
    return { status: statusCode, headers, json: text === '' ? null : JSON.parse(text) };
  };

  test('reads 0 before any write', async () => {
    expect(await send('GET', '/counters/untouched')).toMatchObject({ status: 200, json: { value: 0 } });
  });

  test('is set, counts and is read', async () => {
    expect(await send('PUT', '/counters/a', '{"value":41}')).toMatchObject({ status: 204, json: null });
    expect(await send('POST', '/counters/a/increment')).toMatchObject({ status: 200, json: { value: 42 } });
    expect(await send('GET', '/counters/a')).toMatchObject({ status: 200, json: { value: 42 } });
    await send('PUT', '/counters/a', '{"value":0}');
    expect(await send('GET', '/counters/a')).toMatchObject({ json: { value: 0 } });
  });

  test('/counter is the counter named default, and POST counts', async () => {
    await send('PUT', '/counter', '{"value":0}');
    await send('POST', '/counter');
    await send('POST', '/counter/increment');
    await send('POST', '/counters/default');
    await send('POST', '/counters/default/increment');
    expect(await send('GET', '/counter')).toMatchObject({ json: { value: 4 } });
    expect(await send('GET', '/counters/default')).toMatchObject({ json: { value: 4 } });
  });

  test('counts whatever the body of an increment is', async () => {
    await send('PUT', '/counters/bodies', '{"value":0}');
    for (const body of [null, '', 'not json', '{"by":5}', 'x'.repeat(60_000)]) {
      expect((await send('POST', '/counters/bodies', body)).status).toBe(200);
    }
    expect(await send('GET', '/counters/bodies')).toMatchObject({ json: { value: 5 } });
  });

  test.each(ODD_KEYS)('keeps a number of its own for the key %s', async (key) => {
    await send('PUT', `/counters/${key}`, '{"value":7}');
    await send('POST', `/counters/${key}/increment`);
    expect(await send('GET', `/counters/${key}`)).toMatchObject({ json: { value: 8 } });
  });

  test('counts a view by a beacon and tells the count', async () => {
    expect(await send('GET', '/stats?key=views:/_probe%3Fa')).toMatchObject({ json: { count: 0 } });
    expect(await send('GET', '/hit?p=/_probe%3Fa')).toMatchObject({ status: 200, json: { ok: true } });
    expect(await send('GET', '/stats?key=views:/_probe%3Fa')).toMatchObject({ json: { count: 1 } });
  });

  test.each(UNKNOWN_PATHS)('answers 404 on %s', async (path) => {
    expect(await send('GET', path)).toMatchObject({ status: 404, json: { error: expect.any(String) } });
  });

  test.each(WRONG_METHODS)('answers 405 to %s %s and names what it allows', async (method, path, allow) => {
    expect(await send(method, path)).toMatchObject({ status: 405, headers: { allow } });
  });

  test.each(BAD_VALUES)('answers 400 when set to %j, and keeps its number', async (body) => {
    await send('PUT', '/counters/kept', '{"value":3}');
    expect(await send('PUT', '/counters/kept', body)).toMatchObject({
      status: 400,
      json: { error: expect.any(String) },
    });
    expect(await send('GET', '/counters/kept')).toMatchObject({ json: { value: 3 } });
  });

  test.each(BAD_KEYS)('answers 400 on %s', async (path) => {
    expect((await send('GET', path)).status).toBe(400);
  });

  test('takes a key of 512 bytes, and none that is longer', async () => {
    expect((await send('POST', `/counters/${'x'.repeat(512)}/increment`)).status).toBe(200);
    expect((await send('POST', `/counters/${'x'.repeat(513)}/increment`)).status).toBe(400);
    expect((await send('POST', `/counters/${'%C3%A9'.repeat(257)}/increment`)).status).toBe(400);
  });

  test('answers 413 to a body that is too long, and does not count it', async () => {
    expect((await send('POST', '/counters/long', 'x'.repeat(70_000))).status).toBe(413);
    expect(await send('GET', '/counters/long')).toMatchObject({ json: { value: 0 } });
  });
}
