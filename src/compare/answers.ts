import type { Answers, Cell, LatencyRatio, NotTested } from '../verdict/comparison.ts';
import { keptCell, killCell, retryCell } from './kept.ts';
import { latencyCell, type Timed } from './latency.ts';
import { type Measured, notTested, type RateOf } from './measured.ts';
import { QUICK_MS, type Question, SLOW_MS } from './measurements.ts';
import { losesWrites, readCells } from './read-cells.ts';

/** What came of each question; why it was not asked, where it was not. */
export interface Asked extends Readonly<Partial<Record<Exclude<Question, 'timed'>, Measured | NotTested>>> {
  readonly timed?: Timed | NotTested;
}

const NOT_ASKED = notTested('interrupted');
const LOSES = notTested('writes are lost even one after another, so how often one counted is not told by the number');

/** The cells of one row; `ratio` is known once all have been timed. */
export function answersOf(asked: Asked, rateOf: RateOf, ratio?: Cell<LatencyRatio>): Answers {
  const cell = <Found>(
    question: Exclude<Question, 'timed'>,
    make: (measured: Measured) => Found,
  ): Found | NotTested => {
    const found = asked[question] ?? NOT_ASKED;
    return 'result' in found ? make(found) : found;
  };
  const question = asked.slowReads === undefined ? 'reads' : 'slowReads';
  const everyMs = question === 'reads' ? QUICK_MS : SLOW_MS;
  const reads = cell(question, (measured) => readCells(measured, everyMs, rateOf));
  const { ownWrite, staleness } = 'tested' in reads ? { ownWrite: reads, staleness: reads } : reads;
  const spaced = cell('spaced', (measured) => keptCell(measured, rateOf));
  const retry = cell('retry', (measured) => retryCell(measured, rateOf));
  const timed = asked.timed ?? NOT_ASKED;
  return {
    burst: cell('burst', (measured) => keptCell(measured, rateOf)),
    spaced,
    retry: retry.tested && spaced.tested && spaced.wrong > 0 ? LOSES : retry,
    ...{ ownWrite, staleness },
    latency: 'tested' in timed ? timed : latencyCell(timed),
    ratio: 'tested' in timed ? timed : ratioOf(timed, ratio),
    kill: cell('kill', (measured) => killCell(measured, rateOf)),
  };
}

const ratioOf = ({ turns, why }: Timed, ratio: Cell<LatencyRatio> | undefined): Cell<LatencyRatio> =>
  turns.length > 0 && ratio !== undefined ? ratio : notTested(why ?? 'nothing was timed beside it');

/** Whether a reader saw each write at once, so that nothing has to be waited for. */
export const isFresh = (measured: Measured): boolean =>
  measured.result.verdict === 'pass' && measured.result.staleness.staleReads === 0 && !losesWrites(measured);

/** Why nothing else needs to be asked: it cannot be reached, or set up. */
export function isOut({ result }: Measured): NotTested | null {
  const out = result.findings.find(({ code }) => code === 'CP301' || code === 'CP305' || code === 'CP308');
  return result.verdict === 'inconclusive' && out !== undefined ? notTested(`${out.code} ${out.message}`) : null;
}
