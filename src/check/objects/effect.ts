import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { groupedBy, isAcknowledged, phaseOfAll, wasSent } from './writes.ts';

const MAX_VALUE = 60;

/**
 * Breaches of an idempotent operation: attempts of one intent that name two effects (CP110), where what answers name
 * never repeats; and, where answers must be the same, attempts with different ones (CP111). A refusal while another attempt is in flight is fair, and so is one of another body.
 */
export function judgeEffect(header: HistoryHeader, operations: readonly Operation[]): readonly ObjectFinding[] {
  const attempts = operations.filter((one) => wasSent(one) && one.f === 'effect' && one.intent !== undefined);
  const rounds = groupedBy(attempts, ({ round }) => String(round));
  return [...rounds.values()].flatMap((round) => {
    const intents = [...groupedBy(round, ({ key, intent }) => JSON.stringify([key, intent])).values()];
    // A number that an answer shows is no name of what was done: it may have moved on meanwhile.
    const names = header.expect.unique ? intents : [];
    const twice = names.map((all) => differing(all.filter(isAcknowledged), returnedOf)).filter((one) => one !== null);
    const named = new Set(twice.map(({ intent }) => intent));
    const other = intents
      .map((all) =>
        differing(
          all.filter((one) => isCompared(header, one)),
          answerOf,
        ),
      )
      .filter((one) => one !== null)
      .filter(({ intent }) => !named.has(intent));
    return [
      ...(twice.length === 0 ? [] : [appliedAgain(twice)]),
      ...(other.length === 0 ? [] : [answeredOtherwise(other)]),
    ];
  });
}

interface Differing {
  readonly intent: string;
  readonly pair: readonly [Operation, Operation];
  /** Different texts beyond the first. */
  readonly more: number;
  readonly attempts: readonly Operation[];
}

const returnedOf = ({ returned }: Operation): string | null => returned;
const answerOf = ({ answer }: Operation): string | null => answer ?? null;

/** The first two attempts that say different things; null when all say the same. */
function differing(attempts: readonly Operation[], of: (one: Operation) => string | null): Differing | null {
  const telling = attempts.filter((one) => of(one) !== null);
  const [first] = telling;
  const second = telling.find((one) => first !== undefined && of(one) !== of(first));
  if (first === undefined || second === undefined) return null;
  const texts = new Set(telling.map(of));
  return { intent: first.intent ?? '', pair: [first, second], more: texts.size - 1, attempts: telling };
}

/** Another body is another question: its answer may be another. */
function isCompared({ expect, phases }: HistoryHeader, one: Operation): boolean {
  if (expect.sameBody === undefined) return false;
  const when = phases[one.phaseIndex]?.when;
  if (when === 'other-body' || when === 'other-path') return false;
  return expect.sameBody === one.counts || one.labels?.includes(expect.sameBody) === true;
}

function appliedAgain(twice: readonly Differing[]): ObjectFinding {
  const [{ pair, intent }] = twice as [Differing];
  const more = twice.reduce((n, one) => n + one.more, 0);
  const [a, b] = pair.map(({ returned }) => printable(returned ?? '', MAX_VALUE));
  return {
    code: 'CP110',
    round: pair[0].round,
    phaseIndex: phaseOfAll(twice.flatMap((one) => one.attempts)),
    count: { min: more, max: more },
    message: `${plural(twice.length, 'intent')} had more than one effect, ${plural(more, 'effect')} too many: ${printable(intent, MAX_VALUE)} made ${a} and ${b}`,
    argument: `#${pair[0].id} and #${pair[1].id} are attempts of one intent, both acknowledged; one names ${a}, the other ${b}: one effect cannot be both.`,
    witness: twice.flatMap((one) => one.pair).slice(0, MAX_WITNESS),
    proof: { form: 'effects', writes: [pair[0].id, pair[1].id] },
  };
}

function answeredOtherwise(other: readonly Differing[]): ObjectFinding {
  const [{ pair, intent }] = other as [Differing];
  return {
    code: 'CP111',
    round: pair[0].round,
    phaseIndex: phaseOfAll(other.flatMap((one) => one.attempts)),
    count: { min: other.length, max: other.length },
    message: `${plural(other.length, 'intent')} got different answers: attempts of ${printable(intent, MAX_VALUE)} were acknowledged and answered differently`,
    argument: `#${pair[0].id} and #${pair[1].id} are attempts of one intent, both acknowledged, with statuses ${pair[0].status} and ${pair[1].status}; their answers are not the same.`,
    witness: other.flatMap((one) => one.pair).slice(0, MAX_WITNESS),
    proof: { form: 'answers', writes: [pair[0].id, pair[1].id] },
  };
}
