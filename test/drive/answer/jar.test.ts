import { describe, expect, it } from 'vitest';
import { newJar } from '../../../src/drive/answer/jar.ts';
import type { Answer } from '../../../src/drive/http/exchange.ts';
import { post } from '../support.ts';

const sets = (...cookies: readonly string[]): Answer => ({
  status: 200,
  headers: cookies.map((cookie) => ['set-cookie', cookie] as const),
  body: Buffer.alloc(0),
});

/** The Cookie header that a jar with these cookies sends to a URL. */
async function sent(cookies: readonly string[], url: string, from = 'http://127.0.0.1:8080/login', own?: string) {
  const jar = await newJar();
  jar.keep(from, sets(...cookies));
  const headers = own === undefined ? [] : ([['Cookie', own]] as const);
  return jar.dress(post(url, { headers })).headers.filter(([name]) => name === 'Cookie');
}

describe('a jar', () => {
  it.each<[string, readonly string[], string, readonly string[]]>([
    ['sends what was set, in one header', ['a=1; Path=/', 'b=2; Path=/'], 'http://127.0.0.1:8080/c', ['a=1; b=2']],
    ['keeps to the path', ['a=1; Path=/admin'], 'http://127.0.0.1:8080/c', []],
    ['keeps to the host', ['a=1; Path=/'], 'http://127.0.0.2:8080/c', []],
    ['takes the last value', ['a=1; Path=/', 'a=2; Path=/'], 'http://127.0.0.1:8080/c', ['a=2']],
    ['drops what is over', ['a=1; Path=/', 'a=; Path=/; Max-Age=0'], 'http://127.0.0.1:8080/c', []],
    ['passes over what is none', ['', '=', 'a=1; Domain=other.example'], 'http://127.0.0.1:8080/', []],
  ])('%s', async (_what, cookies, url, expected) => {
    expect((await sent(cookies, url)).map(([, value]) => value)).toEqual(expected);
  });

  it('works for a host of one label', async () => {
    const from = 'http://localhost:8080/login';
    expect(await sent(['a=1; Path=/'], 'http://localhost:8080/c', from)).toEqual([['Cookie', 'a=1']]);
  });

  it('lets cookies stand that a request names itself', async () => {
    const cookies = ['a=1; Path=/', 'b=2; Path=/'];
    expect(await sent(cookies, 'http://127.0.0.1:8080/c', undefined, 'a=mine')).toEqual([['Cookie', 'a=mine; b=2']]);
  });

  it('has a copy that goes its own way', async () => {
    const jar = await newJar();
    jar.keep('http://h/', sets('a=1'));
    const copy = await jar.copy();
    copy.keep('http://h/', sets('b=2'));
    const cookies = (of: typeof jar) => of.dress(post('http://h/')).headers.map(([, value]) => value);
    expect([cookies(jar), cookies(copy)]).toEqual([['a=1'], ['a=1; b=2']]);
  });
});
