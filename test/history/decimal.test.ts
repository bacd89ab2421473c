import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, formatDecimal, parseDecimal, subtract, times, wholeSteps } from '../../src/history/decimal.ts';

const decimal = (text: string) => {
  const value = parseDecimal(text);
  if (!value) throw new Error(`not a decimal: ${text}`);
  return value;
};

describe('a decimal', () => {
  it.each([
    ['11', '11'],
    ['-3', '-3'],
    ['-0', '0'],
    ['007', '7'],
    ['5.00', '5'],
    ['0.50', '0.5'],
    ['-0.05', '-0.05'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    ['9007199254740993', '9007199254740993'],
    ['0e400', '0'],
  ])('%s is %s', (text, plain) => {
    expect(formatDecimal(decimal(text))).toBe(plain);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '5.',
    '1,000',
    '0x10',
    'NaN',
    'Infinity',
    '1e401',
    '1e-401',
    '1e9999999',
    '٣',
    '1_0',
  ])('%j is none', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('is read up to 1,000 characters', () => {
    expect(parseDecimal('1'.repeat(1_000))).not.toBeNull();
    expect(parseDecimal('1'.repeat(1_001))).toBeNull();
  });

  it('has one form for one value', () => {
    expect(decimal('5.00')).toEqual({ unscaled: 5n, scale: 0 });
    expect(decimal('0.500')).toEqual({ unscaled: 5n, scale: 1 });
    expect(subtract(decimal('1.5'), decimal('0.5'))).toEqual({ unscaled: 1n, scale: 0 });
  });

  it('counts steps of a fraction exactly', () => {
    expect(wholeSteps(subtract(decimal('0.3'), decimal('0')), decimal('0.1'))).toBe(3n);
    expect(wholeSteps(decimal('-6'), decimal('-2'))).toBe(3n);
    expect(wholeSteps(decimal('5'), decimal('2'))).toBeNull();
    expect(wholeSteps(decimal('5'), decimal('0'))).toBeNull();
  });

  const any = fc.record({ unscaled: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), places: fc.nat(20) });
  const text = any.map(({ unscaled, places }) => `${unscaled}e-${places}`);

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(text, (t) => {
        expect(decimal(formatDecimal(decimal(t)))).toEqual(decimal(t));
      }),
    );
  });

  it('adds, multiplies and orders as whole numbers do', () => {
    const scaled = 10n ** 20n;
    const whole = (t: string): bigint => {
      const { unscaled, scale } = decimal(t);
      return (unscaled * scaled) / 10n ** BigInt(scale);
    };
    fc.assert(
      fc.property(text, text, fc.bigInt({ min: -99n, max: 99n }), (a, b, n) => {
        expect(add(decimal(a), times(decimal(b), n))).toEqual(decimal(`${whole(a) + whole(b) * n}e-20`));
        expect(compare(decimal(a), decimal(b))).toBe(whole(a) < whole(b) ? -1 : whole(a) > whole(b) ? 1 : 0);
      }),
    );
  });
});
