import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latencyOf } from '../../src/check/latency.ts';
import { allInFlightMs, maxInFlight } from '../../src/check/overlap.ts';
import type { Operation } from '../../src/history/operation.ts';
import { historyOf } from '../support/history.ts';

const [write] = historyOf([{ phases: [{ acknowledged: 1 }, {}] }]).operations as readonly [Operation];
const flight = (sent: number | null, firstByte: number | null, complete: number | null = null): Operation => ({
  ...write,
  sent,
  firstByte,
  complete,
  ended: complete,
});

describe('overlap', () => {
  it('is counted as a slow look at every moment counts it', () => {
    const flights = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 10 })), { maxLength: 12 });
    fc.assert(
      fc.property(flights, (times) => {
        const at = (moment: number): number =>
          times.filter(([from, took]) => from <= moment && moment < from + took).length;
        const peak = Math.max(0, ...Array.from({ length: 32 }, (_, moment) => at(moment)));
        expect(maxInFlight(times.map(([from, took]) => flight(from, from + took)))).toBe(peak);
      }),
    );
  });

  it('ends for a write without an answer when its call was over', () => {
    const reset = { ...flight(0, null), ended: 4 };
    expect(maxInFlight([reset, flight(5, 9)])).toBe(1);
    expect(maxInFlight([reset, flight(3, 9)])).toBe(2);
  });

  it('of a burst counts only for as long as the shortest write lasted, where nobody could look for answers', () => {
    // Let go one at 0, 10, ..., 90; no answer could be seen before 90, and the last one took 5.
    const torn = Array.from({ length: 10 }, (_, i) => flight(i * 10, i === 9 ? 95 : 91 + i * 0.1));
    expect(maxInFlight(torn, 90)).toBe(1);
    expect(allInFlightMs(torn, 90)).toBe(0);
    const tight = Array.from({ length: 10 }, (_, i) => flight(i, 50 + i));
    expect(maxInFlight(tight, 9)).toBe(10);
  });

  it('is none between a write that is answered and one that is sent at the same moment', () => {
    expect(maxInFlight([flight(0, 5), flight(5, 9)])).toBe(1);
  });

  it('lasts to the first byte of the answer, without one to its end, without an end for ever', () => {
    expect(maxInFlight([flight(0, 5, 20), flight(7, 9)])).toBe(1);
    expect(maxInFlight([flight(0, null, 20), flight(7, 9)])).toBe(2);
    expect(maxInFlight([flight(0, null), flight(7, 9)])).toBe(2);
  });

  it('leaves out what was never sent', () => {
    expect(maxInFlight([flight(null, null, 5)])).toBe(0);
    expect(maxInFlight([])).toBe(0);
  });

  it('of all is what a slow look at the flights finds', () => {
    const flights = fc.array(fc.tuple(fc.option(fc.nat(9)), fc.option(fc.nat(20))), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(flights, (times) => {
        const last = Math.max(...times.map(([sent]) => sent ?? Number.POSITIVE_INFINITY));
        const ends = times.map(([sent, end]) => Math.max(sent ?? 0, end ?? Number.POSITIVE_INFINITY));
        const first = Math.min(...ends);
        const ms = Number.isFinite(first) && Number.isFinite(last) ? Math.max(0, first - last) / 1e6 : 0;
        expect(allInFlightMs(times.map(([sent, end]) => flight(sent, end)))).toBe(ms);
      }),
    );
  });

  it('of all is from the last tail to the first answer', () => {
    expect(allInFlightMs([flight(0, 8e6), flight(2e6, 5e6), flight(1e6, null)])).toBe(3);
    expect(allInFlightMs([flight(0, 1e6), flight(2e6, 5e6)])).toBe(0);
    expect(allInFlightMs([flight(0, null), flight(2e6, null)])).toBe(0);
    expect(allInFlightMs([flight(0, 5e6), flight(null, null)])).toBe(0);
    expect(allInFlightMs([])).toBe(0);
  });
});

describe('latency', () => {
  const took = (ms: number, status: number | null = 200): Operation => ({
    ...write,
    invoke: 1_000_000,
    complete: 1_000_000 + ms * 1e6,
    status,
  });

  it('is from invoke to complete, by nearest rank', () => {
    const writes = Array.from({ length: 100 }, (_, i) => took(100 - i));
    expect(latencyOf(writes)).toEqual({ min: 1, p50: 50, p95: 95, p99: 99, max: 100 });
    expect(latencyOf([took(7)])).toEqual({ min: 7, p50: 7, p95: 7, p99: 7, max: 7 });
  });

  it('is not known of writes that were never answered', () => {
    expect(latencyOf([{ ...write, complete: null }, took(3, null)])).toBeNull();
  });
});
