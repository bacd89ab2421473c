import { describe, expect, it } from 'vitest';
import { Caches } from '../../../src/drive/answer/caches.ts';
import type { Answer } from '../../../src/drive/http/exchange.ts';
import { post } from '../support.ts';

const answer = (headers: Answer['headers'], body = '1'): Answer => ({
  status: 200,
  headers,
  body: Buffer.from(body),
});
const DATE = 'Mon, 01 Jan 2029 00:00:00 GMT';
const read = post('http://h/c', { method: 'GET' });

describe('an answer came from a cache', () => {
  it.each([
    ['age', '12'],
    ['x-cache', 'HIT'],
    ['x-cache', 'Hit from cloudfront'],
    ['x-cache', 'MISS, HIT'],
    ['x-cache', 'TCP_MEM_HIT from edge'],
    ['cf-cache-status', 'HIT'],
    ['cf-cache-status', 'STALE'],
    ['x-cache-status', 'UPDATING'],
    ['x-vercel-cache', 'hit'],
    ['cache-status', 'Origin; fwd=miss, "Ed;ge"; hit; ttl=30'],
    ['cache-status', 'Edge; hit=?1'],
  ])('%s: %s', (name, value) => {
    expect(new Caches().notice(read, answer([[name, value]]), 0)).toBe(`${name === 'age' ? 'Age' : name}: ${value}`);
  });

  it.each([
    ['age', '0'],
    ['age', '-1'],
    ['x-cache', 'MISS'],
    ['x-cache', 'RefreshHit from cloudfront'],
    ['x-cache', 'Miss from cloudfront'],
    ['x-cache-lookup', 'HIT from squid'],
    ['x-cache-hits', '3'],
    ['cf-cache-status', 'DYNAMIC'],
    ['cache-control', 'max-age=60'],
    ['cache-status', 'Edge; fwd=stale; stored'],
    ['cache-status', 'Edge; hit=?0'],
    ['cache-status', '"a; hit"; fwd=miss'],
    ['etag', '"1"'],
  ])('is not said by %s: %s', (name, value) => {
    expect(new Caches().notice(read, answer([[name, value]]), 0)).toBeNull();
  });

  it('is shown by one date over three seconds or more', () => {
    const caches = new Caches();
    const dated = answer([['date', DATE]]);
    expect(caches.notice(read, dated, 1e9)).toBeNull();
    expect(caches.notice(read, dated, 3.9e9)).toBeNull();
    expect(caches.notice(read, dated, 4.1e9)).toBe(`Date: ${DATE}, the same for 3.1 s`);
  });

  it('is not shown by one date of another request, another body, or none', () => {
    const caches = new Caches();
    const dated = answer([['date', DATE]]);
    caches.notice(read, dated, 0);
    expect(caches.notice({ ...read, url: 'http://h/d' }, dated, 9e9)).toBeNull();
    expect(caches.notice(read, answer([['date', DATE]], '2'), 9e9)).toBeNull();
    expect(caches.notice(read, answer([]), 20e9)).toBeNull();
    expect(caches.notice(read, null, 20e9)).toBeNull();
  });
});
