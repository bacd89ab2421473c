import { describe, expect, it } from 'vitest';
import { alarmsAmong, judged } from '../support/simulated/alarms.ts';
import { delayedAmong } from '../support/simulated/delayed.ts';
import { executionOf } from '../support/simulated/execution.ts';
import { missesAmong } from '../support/simulated/misses.ts';
import { randomFrom } from '../support/simulated/random.ts';

/** More of them are played by `test/deep/alarms.deep.ts`. */
describe('A simulated run', () => {
  it('is never accused where the service is right', () => {
    expect(alarmsAmong(0, 600).map(({ told }) => told)).toEqual([]);
  });

  it('never passes where the service is wrong and the records contradict themselves, and mostly fails', () => {
    const { misses, mistaken, contradicted, failed } = missesAmong(0, 400);
    expect([...misses, ...mistaken].map(({ told }) => told)).toEqual([]);
    expect(contradicted).toBeGreaterThan(50);
    expect(failed / contradicted).toBeGreaterThan(0.8);
  });

  it('is never said to have lost what came late, where the last number shows it', () => {
    const { accused, complete, found } = delayedAmong(0, 2_000);
    expect(accused.map(({ told }) => told)).toEqual([]);
    expect(complete).toBeGreaterThan(100);
    expect(found).toBeGreaterThan(50);
  });

  it('is another one for every seed, however large', () => {
    const draws = Array.from({ length: 20_000 }, (_, i) => {
      const { int } = randomFrom(2 ** 41 + i);
      return `${int(0, 2 ** 32 - 1)} ${int(0, 2 ** 32 - 1)}`;
    });
    expect(new Set(draws).size).toBe(draws.length);
  });

  it('is the same whenever it is played again', () => {
    expect(executionOf(7).history).toEqual(executionOf(7).history);
    expect(executionOf(7).history).not.toEqual(executionOf(8).history);
  });

  it('is let pass often enough to be worth a look', () => {
    const verdicts = Array.from({ length: 200 }, (_, seed) => judged(executionOf(seed)).verdict);
    expect(verdicts.filter((one) => one === 'pass').length).toBeGreaterThan(60);
  });
});
