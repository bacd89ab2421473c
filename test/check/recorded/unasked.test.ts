import { describe, expect, it } from 'vitest';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import type { Expectation, History } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf } from '../../support/history.ts';

const PHASE = { index: 0, kind: 'spaced', name: 'spaced', count: 0, everyMs: null } as const;
const NOTHING: Expectation = { readings: [], unique: false };

/** Writes and reads in turn, one after another; each read shows so much. */
function history(shown: readonly number[], expect: Expectation = NOTHING): History {
  const operations = shown.flatMap((value, i) => [operation(2 * i, null), operation(2 * i + 1, String(value))]);
  return { header: headerOf({ initial: '0', phases: [PHASE], expect }), operations, marks: [] };
}

function operation(id: number, value: string | null): Operation {
  const isRead = value !== null;
  const [invoke, complete] = [100 * id, 100 * id + 50];
  return {
    ...{
      id,
      process: 'p',
      session: 's',
      f: isRead ? 'read' : 'increment',
      key: 'k',
      phase: 'spaced',
      phaseIndex: 0,
    },
    ...{ round: 1, invoke, complete, outcome: 'ok', counts: isRead ? null : 'acknowledged', value, status: 200 },
    ...{ reason: null, excerpt: null, attempt: null, sent: invoke, firstByte: complete, ended: complete },
    ...{ reading: isRead ? 'value' : null, role: isRead ? 'during' : null, returned: null },
  };
}

const judged = (one: History) => checkRecorded(one, { level: 'eventual' });

describe('a counter of which nothing was asked', () => {
  it('passes where its reads are explained', () => {
    expect(judged(history([1, 2, 3])).verdict).toBe('pass');
  });

  it('is told of what its reads lack', () => {
    const { verdict, findings } = judged(history([1, 2, 2, 3]));
    expect([verdict, findings.map(({ code }) => code)]).toEqual(['fail', ['CP101']]);
  });

  it('is not judged without a read', () => {
    const { header, operations, marks } = history([1]);
    const { verdict, findings } = judged({ header, operations: operations.filter(({ f }) => f !== 'read'), marks });
    expect([verdict, findings.map(({ code }) => code)]).toEqual(['inconclusive', ['CP308']]);
  });

  it('is judged by what was asked, where something was', () => {
    const readings = [{ reading: 'value', risesBy: 'acknowledged', perPhase: false }];
    expect(judged(history([1, 2, 3], { readings, unique: false })).verdict).toBe('inconclusive');
  });
});
