import type { Verdict } from './verdict.ts';

interface CodeEntry {
  readonly title: string;
  /** What a finding of this code does to the verdict. */
  readonly verdict: Exclude<Verdict, 'pass'>;
}

/** Every finding code in use. A code is never reused; each has a page in docs/findings. */
export const CODES = {
  CP101: { title: 'lost write', verdict: 'fail' },
  CP102: { title: 'duplicated write', verdict: 'fail' },
  CP103: { title: 'refused but applied', verdict: 'fail' },
  CP104: { title: 'more admitted than the limit', verdict: 'fail' },
  CP105: { title: 'fewer admitted than the limit', verdict: 'fail' },
  CP106: { title: 'sold more than once', verdict: 'fail' },
  CP107: { title: 'two numbers disagree', verdict: 'fail' },
  CP108: { title: 'stale read', verdict: 'fail' },
  CP109: { title: 'value went backwards', verdict: 'fail' },
  CP110: { title: 'a retry was applied again', verdict: 'fail' },
  CP111: { title: 'a retry got a different answer', verdict: 'fail' },
  CP112: { title: 'same value handed out twice', verdict: 'fail' },
  CP113: { title: 'own write not seen', verdict: 'fail' },
  CP114: { title: 'value no set of writes explains', verdict: 'fail' },
  CP115: { title: 'acknowledged, then lost by a crash or failover', verdict: 'fail' },
  CP116: { title: 'another request was harmed by counting', verdict: 'fail' },
  CP117: { title: 'hold not released, or released early', verdict: 'fail' },
  CP118: { title: 'value of the wrong kind', verdict: 'fail' },
  CP119: { title: 'not linearizable though every read is in bounds', verdict: 'fail' },
  CP120: { title: 'held back until the next write', verdict: 'fail' },
  CP301: { title: 'target not reached', verdict: 'inconclusive' },
  CP302: { title: 'effects unknown and the answer depends on them', verdict: 'inconclusive' },
  CP303: { title: 'overlap too small', verdict: 'inconclusive' },
  CP304: { title: 'somebody else wrote', verdict: 'inconclusive' },
  CP305: { title: 'no number found', verdict: 'inconclusive' },
  CP306: { title: 'number not exact', verdict: 'inconclusive' },
  CP307: { title: 'setup failed', verdict: 'inconclusive' },
  CP308: { title: 'nothing was read', verdict: 'inconclusive' },
  CP309: { title: 'all writes refused, nothing was tested', verdict: 'inconclusive' },
  CP310: { title: 'several backends answer in turn', verdict: 'inconclusive' },
  CP311: { title: 'answered from a cache', verdict: 'inconclusive' },
  CP312: { title: 'looks like deduplication', verdict: 'inconclusive' },
  CP313: { title: 'still moving', verdict: 'inconclusive' },
  CP314: { title: 'check stopped at its budget', verdict: 'inconclusive' },
} as const satisfies Record<string, CodeEntry>;

export type FindingCode = keyof typeof CODES;
