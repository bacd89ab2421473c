import { describe, expect, it } from 'vitest';
import { expecting, headerOf } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

const one = (before: string, acknowledged: number, after: string, unknown = 0) => [
  { before: [before], phases: [{ acknowledged, unknown, after }, {}] },
];
const burst = headerOf({ phases: headerOf().phases.slice(0, 1), minOverlap: 1 });
const only = (before: string, acknowledged: number, after: string, header = burst, unknown = 0) =>
  judge(
    one(before, acknowledged, after, unknown).map(({ phases, ...round }) => ({ ...round, phases: phases.slice(0, 1) })),
    header,
  );

describe('a value of the wrong kind (CP118)', () => {
  it.each([
    ['text joined', '10', 3, '10111', /1 was joined to it as text, 3 times/],
    ['text joined behind a zero', '0', 10, '1111111111', /joined to it as text, 10 times/],
    ['text joined behind a zero that stayed', '0', 2, '011', /joined to it as text, 2 times/],
    ['text joined, some of it lost', '10', 16, '1011111', /joined to it as text, 5 times/],
    ['one byte', '250', 10, '4', /where 260 was due: it wrapped around in 8 bits/],
    ['one byte, all the way round', '0', 300, '44', /wrapped around in 8 bits/],
    ['one signed byte', '120', 10, '-126', /wrapped around in 8 bits with a sign/],
    ['two bytes', '65530', 10, '4', /wrapped around in 16 bits/],
    ['31 bits', '2147483640', 10, '2', /wrapped around in 31 bits/],
    ['32 bits', '4294967290', 10, '4', /wrapped around in 32 bits/],
    ['32 bits with a sign', '2147483640', 10, '-2147483646', /wrapped around in 32 bits with a sign/],
    ['53 bits', '9007199254740990', 10, '8', /wrapped around in 53 bits/],
    ['63 bits', '9223372036854775800', 10, '2', /wrapped around in 63 bits/],
    ['64 bits', '18446744073709551610', 10, '4', /wrapped around in 64 bits/],
    ['four digits', '9995', 10, '5', /wrapped around in 4 decimal digits/],
    ['a double at its end', '9007199254740992', 10, '9007199254740992', /double precision/],
    ['a double beyond its end', '9007199254741990', 9, '9007199254741992', /double precision/],
    ['a double in exponent form', '1e21', 10, '1e21', /double precision/],
    ['a single at its end', '16777216', 10, '16777216', /single precision/],
  ])('is found for %s', (_, before, acknowledged, after, message) => {
    const result = only(before, acknowledged, after);
    expect(codesOf(result)).toEqual(['CP118']);
    expect(findingOf(result, 'CP118').message).toMatch(message);
    expect(findingOf(result, 'CP118').silent).toBe(true);
    expect(result.phases[0]).toMatchObject({ lost: { min: null, max: null }, duplicated: { min: null, max: null } });
  });

  it('is found for a fraction that doubles add up wrongly', () => {
    const tenth = { ...burst, step: '0.1' };
    expect(codesOf(only('0', 3, '0.30000000000000004', tenth))).toEqual(['CP118']);
    expect(codesOf(only('0', 10, '0.9999999999999999', tenth))).toEqual(['CP118']);
    expect(codesOf(only('0', 10, '1', tenth))).toEqual([]);
  });

  it('is found for a counter that went below nothing', () => {
    expect(findingOf(only('3', 10, '4294967289', { ...burst, step: '-1' }), 'CP118').message).toMatch(/in 32 bits/);
  });

  it.each([
    ['ten lost of ten', '5', 10, '5', 'CP101'],
    ['ten lost of ten at a million', '1000000', 10, '1000000', 'CP101'],
    ['a hundred lost of a hundred', '0', 100, '0', 'CP101'],
    ['nine lost of ten', '0', 10, '1', 'CP101'],
    ['one counted twice', '0', 10, '11', 'CP102'],
    ['every one counted twice', '0', 10, '20', 'CP102'],
    ['some lost where a double still counts', '9007199254740000', 10, '9007199254740003', 'CP101'],
    ['some lost at an odd number no double holds', '9007199254740993', 10, '9007199254740996', 'CP101'],
    ['nine lost at a number no single holds', '16777219', 10, '16777220', 'CP101'],
    ['all lost at a number that singles do not reach', '33554432', 10, '33554432', 'CP101'],
    ['a number that no set of writes makes', '0', 10, '2.5', 'CP114'],
  ])('is not what %s is called', (_, before, acknowledged, after, code) => {
    expect(codesOf(only(before, acknowledged, after))).toEqual([code]);
  });

  it('is judged beside unknown writes', () => {
    expect(codesOf(only('250', 8, '3', burst, 2))).toEqual(['CP118']);
    expect(codesOf(only('10', 2, '10111', burst, 1))).toEqual(['CP118']);
  });

  it('is not read into a plain loss that unknown writes could bring to the same sum', () => {
    // 132 is 900 in eight bits, and 232 is 1000.
    for (const kept of [132, 180, 232]) {
      expect(codesOf(only('0', 900, `${kept}`, burst, 100))).toEqual(['CP101']);
    }
  });

  it('is not read into a number that fell, where unknown writes could bring a wrap to any number', () => {
    expect(codesOf(only('250', 8, '3', burst, 2))).toEqual(['CP118']);
    expect(codesOf(only('250', 8, '3', burst, 200))).not.toContain('CP118');
    expect(codesOf(only('50', 30, '40', burst, 90))).not.toContain('CP118');
  });

  it('is judged in each phase by itself', () => {
    const result = judge([tenAndTen('250', '4', '14')]);
    expect(result.findings.map(({ code, phase }) => [code, phase])).toEqual([['CP118', 'concurrent']]);
  });

  it.each(['NaN', 'null', '"a lot"', '{"value":3}'])('is found where the number became %s', (text) => {
    const failedRead = { status: 200, reason: `no number at $.value: ${text}` };
    const phases = [
      { acknowledged: 10, after: [null], failedRead },
      { acknowledged: 10, after: [null], failedRead },
    ];
    const result = judge([{ before: ['0', '0'], phases }]);
    // NaN is a number that is not exact only where there was none before it.
    expect(codesOf(result)).toEqual(['CP118']);
    expect(findingOf(result, 'CP118').message).toBe(
      `The value was 0 and then no number any more: no number at $.value: ${text}`,
    );
  });

  it('is not what an answer that was cut off is called', () => {
    const failedRead = { status: 200, reason: 'the body was cut off' };
    const phases = [
      { acknowledged: 10, after: [null], failedRead },
      { acknowledged: 10, after: '20' },
    ];
    expect(codesOf(judge([{ before: ['0'], phases }]))).toEqual(['CP305']);
  });

  it('takes the place of what a number that was asked for would say', () => {
    const header = { ...burst, expect: expecting({ risesBy: '10' }).expect };
    expect(codesOf(only('250', 10, '4', header))).toEqual(['CP118']);
  });
});
