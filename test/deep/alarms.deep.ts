import { expect, it } from 'vitest';
import { type Alarm, alarmsAmong } from '../support/simulated/alarms.ts';
import { delayedAmong } from '../support/simulated/delayed.ts';
import { missesAmong } from '../support/simulated/misses.ts';

const from = Number(process.env.SEED ?? 0);
const seeds = Number(process.env.SEEDS ?? 200_000);
/** Each is played twice, and looked at pair by pair. */
const spoilt = Math.ceil(seeds / 4);
const told = (all: readonly Alarm[]): readonly string[] =>
  all.map((one) => `SEED=${one.seed} SEEDS=1 plays it again\n${one.told}`);

it(`no service that is right is accused, in ${seeds} simulated runs`, () => {
  expect(told(alarmsAmong(from, seeds))).toEqual([]);
});

it(`nothing is said to be lost that came late, in ${seeds} simulated runs of which some are suited`, () => {
  expect(told(delayedAmong(from, seeds).accused)).toEqual([]);
});

it(`no run passes whose records contradict themselves, in ${spoilt} against services that are wrong`, () => {
  const { misses, mistaken } = missesAmong(from, spoilt);
  expect(told([...misses, ...mistaken])).toEqual([]);
});
