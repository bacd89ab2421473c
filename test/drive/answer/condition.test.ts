import { describe, expect, it } from 'vitest';
import { judge, labelsOf } from '../../../src/drive/answer/outcome.ts';
import type { Answer, Exchange } from '../../../src/drive/http/exchange.ts';
import type { Condition, OutcomeSpec } from '../../../src/plan/plan.ts';
import { when } from '../scenarios.ts';

const answered = (status: number, body: string, headers: Answer['headers'] = []): Exchange => ({
  ...{ startNs: 0, sentNs: 1, firstByteNs: 2, endNs: 3, begun: true, followed: false, failure: null },
  status,
  answer: { status, headers, body: Buffer.from(body) },
});

const rule = (acknowledged: readonly Condition[], rejected: readonly Condition[] = []): OutcomeSpec => ({
  ...{ acknowledged, rejected, named: [] },
});

describe('an answer whose status lies counts by its body', () => {
  const graphql = rule(
    [when(200, '$.errors', { absent: true })],
    [when(200, '$.errors[0].message', { equals: 'rate limited' })],
  );

  it.each([
    ['nothing where errors would be', '{"data":{"vote":1}}', 'acknowledged'],
    ['null where errors would be', '{"errors":null}', 'acknowledged'],
    ['an empty body', '', 'acknowledged'],
    ['the error that means no', '{"errors":[{"message":"rate limited"}]}', 'rejected'],
    ['another error', '{"errors":[{"message":"boom"}]}', 'unknown'],
    ['a body that is no JSON', '<html>ok</html>', 'unknown'],
  ])('%s', (_what, body, counts) => {
    expect(judge(answered(200, body), graphql).counts).toBe(counts);
  });

  const coupon = rule([when(200, '$.errno', { equals: '0' })], [when(200, '$.errno', { equals: '740' })]);

  it.each([
    ['{"errno":0}', 'acknowledged'],
    ['{"errno":"0"}', 'acknowledged'],
    ['{"errno":0.0}', 'acknowledged'],
    ['{"errno":740}', 'rejected'],
    ['{"errno":7400}', 'unknown'],
    ['{}', 'unknown'],
  ])('%s', (body, counts) => {
    expect(judge(answered(200, body), coupon).counts).toBe(counts);
  });

  it.each<[string, Condition, Answer['headers'], string]>([
    ['a part of the text', when(200, 'text', { matches: '^(ok|done)\\b' }), [], 'acknowledged'],
    ['another text', when(200, 'text', { matches: '^ok$' }), [], 'unknown'],
    ['a header that is there', when(200, 'header:X-Id'), [['x-id', '7']], 'acknowledged'],
    ['a header that is not there', when(200, 'header:X-Id'), [], 'unknown'],
  ])('%s', (_what, condition, headers, counts) => {
    expect(judge(answered(200, 'done it', headers), rule([condition])).counts).toBe(counts);
  });

  it('needs another status than the one it is of', () => {
    expect(judge(answered(500, '{"errno":0}'), coupon).counts).toBe('unknown');
  });

  it('or by one of several alternatives, a yes before a no', () => {
    const either = rule([when(201), when(200, '$.done', { equals: 'true' })], [when(200)]);
    expect(judge(answered(201, ''), either).counts).toBe('acknowledged');
    expect(judge(answered(200, '{"done":true}'), either).counts).toBe('acknowledged');
    expect(judge(answered(200, '{"done":false}'), either).counts).toBe('rejected');
  });
});

describe('the outcomes that a scenario names', () => {
  it('are given beside the one that counts', () => {
    const named = [
      { name: 'created', any: [when(201)] },
      { name: 'first', any: [when(201, '$.n', { equals: '1' })] },
      { name: 'late', any: [when(202)] },
    ];
    const spec: OutcomeSpec = { acknowledged: [when(201)], rejected: [], named };
    expect(labelsOf(answered(201, '{"n":1}'), spec)).toEqual(['created', 'first']);
    expect(labelsOf({ ...answered(201, ''), answer: null }, spec)).toEqual([]);
  });
});

describe('a pattern that would never be done', () => {
  const pattern = '(a+)+b';
  const long = `${'a'.repeat(60)}!`;

  it.each<[string, OutcomeSpec]>([
    ['a yes', rule([when(200, 'text', { matches: pattern })], [when(200)])],
    ['a no', rule([when(201)], [when(200, `regex:${pattern}`)])],
    ['an absence', rule([when(200, `regex:${pattern}`, { absent: true })], [when(200)])],
    ['a filter', rule([when(200, `$[?search(@.n, '${pattern}')]`)], [when(200)])],
  ])('leaves unknown what depends on it: %s', (what, outcome) => {
    const body = what === 'a filter' ? JSON.stringify([{ n: long }]) : long;
    const judged = judge(answered(200, body), outcome);
    expect(judged).toMatchObject({ counts: 'unknown', reason: 'no value: the pattern took too long' });
  });

  it('does not keep a yes from counting that is found before it', () => {
    const outcome = rule([when(200), when(200, 'text', { matches: pattern })]);
    expect(judge(answered(200, long), outcome).counts).toBe('acknowledged');
  });
});
