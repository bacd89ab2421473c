import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Report, ScenarioResult } from '../../src/verdict/report.ts';
import { reportJsonSchema, reportSchema } from '../../src/verdict/schema.ts';
import { REPORT_SCHEMA } from '../../src/verdict/schema-names.ts';
import { makeReport } from '../../src/verdict/summary.ts';
import { judge, tenAndTen } from '../support/verdicts.ts';

const FILE = new URL('../../docs/schema/report-1.json', import.meta.url);

const report = (scenarios: readonly ScenarioResult[]): Report =>
  makeReport({
    run: {
      id: 'run-1',
      startedAt: '2025-01-01T12:00:00.000Z',
      durationMs: 1234.5,
      command: 'counter-probe run --url http://127.0.0.1:8080/counter',
      seed: 1,
      labels: { branch: 'main' },
    },
    tool: { name: 'counter-probe', version: '0.1.0', node: 'v20.20.0', platform: 'linux' },
    scenarios,
  });

const reports: readonly (readonly [string, Report])[] = [
  ['a pass', report([judge([tenAndTen('0', '10', '20')])])],
  ['a fail with its operations', report([judge([tenAndTen('0', '1', '11')])])],
  ['a wrong kind', report([judge([tenAndTen('250', '4', '14')])])],
  [
    'nothing reached',
    report([judge([{ before: [null], stop: { why: 'unreadable', message: 'connection refused' } }])]),
  ],
  ['nothing at all', report([judge([])])],
  ['several scenarios', report([judge([tenAndTen('0', '10', '20')]), judge([{ setupFailed: 'no' }])])],
  ['no scenario', report([])],
];

describe('the schema of a report', () => {
  it('is published as it is (UPDATE=1 writes it anew)', () => {
    const text = `${JSON.stringify(reportJsonSchema(), null, 2)}\n`;
    if (process.env.UPDATE) writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
  });

  const validate = new Ajv({ strict: false, formats: { 'date-time': true } }).compile(reportJsonSchema());

  it.each(reports)('takes a report of %s, as JSON Schema and when it is read back', (_, made) => {
    const saved: unknown = JSON.parse(JSON.stringify(made));
    expect(validate(saved) ? [] : validate.errors).toEqual([]);
    expect(reportSchema.parse(saved)).toEqual(saved);
    expect(made.$schema).toBe(REPORT_SCHEMA);
  });

  const [, whole] = reports[1] as (typeof reports)[number];
  const changed = (change: (copy: Record<string, object>) => void): unknown => {
    const copy = structuredClone(whole) as unknown as Record<string, object>;
    change(copy);
    return copy;
  };

  it('lets unknown keys and later codes by', () => {
    const copy = changed((c) => {
      Object.assign(c, { more: 1 });
      Object.assign(c.summary ?? {}, { more: { deeper: true } });
    });
    expect(validate(copy)).toBe(true);
    expect(reportSchema.parse(copy)).toEqual(whole);
    const later = structuredClone(whole);
    Object.assign(later.scenarios[0]?.findings[0] ?? {}, { code: 'CP199' });
    expect(validate(later)).toBe(true);
  });

  it.each([
    ['a verdict that is a boolean', { verdict: true }],
    ['a loss that is text', { lost: { min: '9', max: 9 } }],
    ['a count that is no whole number', { exitCode: 0.5 }],
    ['a missing silent', { silent: undefined }],
  ])('refuses %s', (_, change) => {
    const copy = JSON.parse(JSON.stringify(changed((c) => Object.assign(c.summary ?? {}, change))));
    expect(validate(copy)).toBe(false);
    expect(reportSchema.safeParse(copy).success).toBe(false);
  });
});
