import type { Operation } from '../../history/operation.ts';
import type { Checker, Claim } from '../claim.ts';
import { intentsOf } from '../ledger/intents.ts';
import type { PhaseRun, RoundRun } from '../ledger/rounds.ts';
import { hasOutcome } from '../ledger/tally.ts';
import { plural } from '../words.ts';

const MAX_SHOWN = 10;

/** CP111: answers that must be the same differ; of each key, or, where the writes carry none, of all in a round. */
export const differentAnswers: Checker = ({ header, rounds }) => {
  const { sameBody } = header.expect;
  return sameBody === undefined ? [] : rounds.flatMap((round) => judge(round, sameBody));
};

function judge(round: RoundRun, outcome: string): readonly Claim[] {
  const told = round.phases
    .filter(asksTheSame)
    .flatMap((phase) => phase.writes)
    .filter((write) => write.answer !== undefined && hasOutcome(write, outcome));
  const keyed = told.some(({ intent }) => intent !== undefined);
  const groups = keyed ? intentsOf(told).map(({ attempts }) => attempts) : [told];
  const wrong = groups.filter(differ);
  const [first] = wrong;
  return first === undefined ? [] : [claim(round, first, wrong.length, keyed)];
}

/** Another body with the same key is another question. */
const asksTheSame = ({ info: { when } }: PhaseRun): boolean => when !== 'other-body' && when !== 'other-path';

const differ = (writes: readonly Operation[]): boolean => writes.some(({ answer }) => answer !== writes[0]?.answer);

function claim({ round, phases }: RoundRun, writes: readonly Operation[], count: number, keyed: boolean): Claim {
  const kinds = new Set(writes.map(({ answer }) => answer)).size;
  const indexes = new Set(writes.map(({ phaseIndex }) => phaseIndex));
  const [index = -1] = indexes;
  const first = writes.findIndex(({ answer }) => answer !== writes[0]?.answer);
  const shown = [writes[0], writes[first], ...writes.filter((_, i) => i > 0 && i !== first)].slice(0, MAX_SHOWN);
  const more = count > 1 ? `; so for ${count} keys` : '';
  return {
    code: 'CP111',
    round,
    phase: indexes.size === 1 ? (phases[index]?.info ?? null) : null,
    count: { min: count, max: count },
    message: `${plural(writes.length, 'answer')} ${keyed ? 'to one key' : 'of one round'} must be the same, and there are ${kinds} different ones${more}`,
    argument:
      'Each of these answers had the outcome that was asked about; compare the digests of their bodies (`answer`).',
    witness: shown.filter((write) => write !== undefined),
  };
}
