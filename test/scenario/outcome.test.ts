import { describe, expect, it } from 'vitest';
import { scenarioOf } from './parsed.ts';

const outcomeOf = (lines: string) => scenarioOf(`outcome:\n${lines}`).outcome;
const path = (query: string) => ({ kind: 'jsonpath', query });
const plain = (...status: [number, number][]) => ({ status, where: null });
const REFUSALS = plain([400, 407], [409, 424], [426, 498]);

describe('an outcome', () => {
  it.each<[string, object]>([
    ['  acknowledged: 204', { acknowledged: [plain([204, 204])], rejected: [REFUSALS] }],
    ['  rejected: [409, 4xx]', { acknowledged: [plain([200, 299])], rejected: [plain([400, 499])] }],
    [
      '  acknowledged: { status: 200, where: $.errors, absent: true }',
      { acknowledged: [{ status: [[200, 200]], where: path('$.errors'), absent: true }], rejected: [REFUSALS] },
    ],
    [
      '  acknowledged: { where: $.ok }\n  rejected: 409',
      { acknowledged: [{ status: null, where: path('$.ok') }], rejected: [plain([409, 409])] },
    ],
    [
      '  acknowledged: { status: 200, where: $.ok, absent: false }',
      { acknowledged: [{ status: [[200, 200]], where: path('$.ok') }] },
    ],
    [
      '  acknowledged: [201, { status: 200, where: "header:X-Done", matches: "^y" }, 202]',
      {
        acknowledged: [
          plain([201, 202]),
          { status: [[200, 200]], where: { kind: 'header', name: 'X-Done' }, matches: '^y' },
        ],
      },
    ],
    [
      '  acknowledged: 2xx\n  created: 201\n  queued: [202, { where: $.queued, equals: true }]',
      {
        named: [
          { name: 'created', any: [plain([201, 201])] },
          { name: 'queued', any: [plain([202, 202]), { status: null, where: path('$.queued'), equals: 'true' }] },
        ],
      },
    ],
  ])('%s', (lines, made) => {
    expect(outcomeOf(lines)).toMatchObject(made);
  });

  it.each([
    ['0', '0'],
    ['5.00', '5.00'],
    ['"007"', '007'],
    ['SUCCESS', 'SUCCESS'],
    ['true', 'true'],
  ])('equals %s letter by letter', (written, text) => {
    expect(outcomeOf(`  acknowledged: { status: 200, where: $.n, equals: ${written} }`).acknowledged).toMatchObject([
      { equals: text },
    ]);
  });

  it('may look into the same status for both answers', () => {
    expect(() =>
      outcomeOf('  acknowledged: { status: 200, where: $.ok }\n  rejected: { status: 200, where: $.no }'),
    ).not.toThrow();
    expect(() => outcomeOf('  acknowledged: { status: 200, where: $.ok }\n  rejected: 200')).not.toThrow();
  });
});

describe('where only the refusals among answers of 2xx are told', () => {
  const yes = (refusal: string) => outcomeOf(`  rejected: ${refusal}`).acknowledged;

  it('an answer with nothing there is a yes, if something says no', () => {
    expect(yes('{ status: 200, where: $.error }')).toEqual([
      plain([201, 299]),
      { status: [[200, 200]], where: path('$.error'), absent: true },
    ]);
    expect(yes('{ where: $.id, absent: true }')).toEqual([{ status: [[200, 299]], where: path('$.id') }]);
  });

  it.each([
    ['{ status: 200, where: $.code, equals: "7.4" }', ['7.41', '8', 'x7.4', '7x4'], ['7.4', '7.40']],
    ['{ status: 200, where: $.code, equals: 740 }', ['741', '7400', ''], ['740', '740.0']],
    ['{ status: 200, where: $.code, matches: "^no|sorry" }', ['yes', 'say\nyes'], ['no way', 'so\nsorry']],
  ])('%s leaves just the others', (refusal, others, refused) => {
    const [, absent, unlike] = yes(refusal);
    expect(absent).toMatchObject({ absent: true });
    for (const flags of ['', 'm']) {
      const pattern = new RegExp(unlike?.matches ?? '', flags);
      expect(others.filter((text) => !pattern.test(text))).toEqual([]);
      expect(refused.filter((text) => pattern.test(text))).toEqual([]);
    }
  });

  it('more than one way to say no asks for the yes as well', () => {
    expect(() => yes('[{ status: 200, where: $.a }, { status: 200, where: $.b }]')).toThrow(/more than one way/);
  });
});
