import { expect, it } from 'vitest';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import { historyFrom } from '../../support/saved.ts';
import { got } from '../../support/small.ts';

it.each(['1000000', '9007199254740992', '18014398509481984', '-18014398509481984'])(
  'values that far from the start were given to nobody twice: %s',
  (from) => {
    const { header, operations } = historyFrom([got(1, 0, 2), got(2, 4, 6), got(3, 8, 9)], { initial: null, from });
    const history = { header: { ...header, initial: '0', runId: 'imported' }, operations, marks: [] };
    const { findings } = checkRecorded(history, { level: 'latest' });
    expect(findings.map(({ code }) => code)).not.toContain('CP101');
    expect(findings.map(({ code }) => code)).toContain(from.startsWith('-') ? 'CP118' : 'CP114');
  },
);
