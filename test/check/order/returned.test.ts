import { expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { HistoryHeader } from '../../../src/history/history.ts';
import { headerOf, historyOf } from '../../support/history.ts';

const held = { reading: 'value', risesBy: 'acknowledged', perPhase: true } as const;

/** Three writes one after another that return these values; the number ends right. */
function found(values: readonly string[], changes: Partial<HistoryHeader> = {}): readonly string[] {
  const header = headerOf({
    phases: headerOf()
      .phases.filter(({ kind }) => kind === 'spaced')
      .map((phase) => ({ ...phase, index: 0 })),
    returns: true,
    expect: { readings: [held], unique: true },
    ...changes,
  });
  const history = historyOf(
    [{ before: ['40'], phases: [{ acknowledged: values.length, after: '43', returned: [...values] }] }],
    header,
  );
  const operations = history.operations.map((one) => (one.f === 'read' ? one : { ...one, value: one.returned }));
  return check({ ...history, operations }).findings.map(({ code }) => code);
}

it('finds nothing where each answer holds the number after it', () => {
  expect(found(['41', '42', '43'])).toEqual([]);
  expect(found(['41', '42', '43'], { require: 'latest' })).toEqual([]);
});

it('finds a returned number that no writes make', () => {
  expect(found(['41', '42', '44'])).toEqual(['CP114']);
  expect(found(['44', '41', '42'])).toEqual(['CP114']);
  expect(found(['41', '42', '4300000000000000000000'])).toEqual(['CP114']);
});

it('blames no other for one that is out of reach', () => {
  const header = headerOf({ returns: true, expect: { readings: [held], unique: true } });
  const { operations, ...more } = historyOf(
    [{ before: ['0'], phases: [{}, { acknowledged: 3, after: '3', returned: ['101', '2', '3'] }] }],
    header,
  );
  const numbered = operations.map((one) => (one.f === 'read' ? one : { ...one, value: one.returned }));
  const found = check({ ...more, operations: numbered }).findings.find(({ code }) => code === 'CP114');
  expect(found?.count).toEqual({ min: 1, max: 1 });
});

it('finds one that had been passed before, where reads must be the latest', () => {
  expect(found(['42', '41', '43'], { require: 'latest' })).toContain('CP114');
  expect(found(['41', '40', '43'], { require: 'latest' })).toEqual(['CP119']);
  expect(found(['41', '40', '43'])).toEqual([]);
});

it('tells of a number that was returned twice once', () => {
  expect(found(['41', '42', '42'])).toEqual(['CP112']);
  expect(found(['41', '42', '42'], { require: 'latest' })).toEqual(['CP112']);
});

it('takes nothing for the number that nobody said to be it', () => {
  expect(found(['7', '8', '9'], { returns: false })).toEqual([]);
});
