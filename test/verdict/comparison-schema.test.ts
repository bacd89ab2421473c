import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { comparisonJsonSchema } from '../../src/verdict/comparison-schema.ts';
import { comparison } from '../report/compare/sample.ts';

const FILE = new URL('../../docs/schema/comparison-1.json', import.meta.url);

describe('the schema of a comparison', () => {
  it('is published as it is (UPDATE=1 writes it anew)', () => {
    const text = `${JSON.stringify(comparisonJsonSchema(), null, 2)}\n`;
    if (process.env.UPDATE) writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
  });

  const validate = new Ajv({ strict: false, formats: { 'date-time': true } }).compile(comparisonJsonSchema());
  const changed = (change: (copy: Changeable) => void): unknown => {
    const copy = structuredClone(comparison()) as unknown as Changeable;
    change(copy);
    return JSON.parse(JSON.stringify(copy));
  };
  const cell = (copy: Changeable, name: string) => copy.rows[0]?.answers[name] as Record<string, unknown>;

  it('takes what is measured, what is not tested, what is skipped, and unknown keys', () => {
    expect(validate(comparison()) ? [] : validate.errors).toEqual([]);
    expect(validate(changed((copy) => Object.assign(copy.rows[0] ?? {}, { more: 1 })))).toBe(true);
  });

  it.each<[string, (copy: Changeable) => void]>([
    ['a cell without a bound', (copy) => delete cell(copy, 'burst').bound],
    [
      'a cell that was not tested and does not say why',
      (copy) => Object.assign(copy.rows[0]?.answers ?? {}, { kill: { tested: false } }),
    ],
    ['a missing cell', (copy) => delete copy.rows[0]?.answers.ratio],
    ['a number that is text', (copy) => Object.assign(cell(copy, 'latency'), { p50Ms: '3' })],
  ])('refuses %s', (_, change) => {
    expect(validate(changed(change))).toBe(false);
  });
});

interface Changeable {
  readonly rows: readonly { answers: Record<string, unknown> }[];
}
