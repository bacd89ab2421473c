import { movesOtherwise } from '../../history/moves.ts';
import { once } from '../once.ts';
import { must } from '../refused.ts';
import { isAbove } from './above.ts';
import { isSame, isTwoAnswers, isTwoEffects } from './alike.ts';
import { isMiscounted, isNotTheSum, isOutOfBounds, isUnlike } from './expected.ts';
import { isFilled } from './filled.ts';
import type { Form, FormOf, ProvenFinding } from './forms.ts';
import { isHarmed } from './harmed.ts';
import { isNoNumber, isOfAnotherKind } from './kind.ts';
import { isOutsideMeanwhile } from './meanwhile.ts';
import { isCrash, isHeldBack, isOff, isShort, isSurplus, isUneven } from './movement.ts';
import { hasNoOrder } from './no-order.ts';
import { hadRoom, isCrowded, isOver, isReopened, isUnder } from './quota.ts';
import type { Saved } from './saved.ts';
import { isSlowed } from './slowed.ts';
import { isStale } from './stale.ts';
import { isOversold, isWronglyHeld, wasThere } from './stock.ts';

type Checks = { readonly [Name in Form['form']]: (saved: Saved, form: FormOf<Name>, code: string) => boolean };

const CHECKS: Checks = {
  short: isShort,
  surplus: isSurplus,
  off: isOff,
  uneven: isUneven,
  'held-back': isHeldBack,
  crash: isCrash,
  unlike: isUnlike,
  kind: isOfAnotherKind,
  'no-number': isNoNumber,
  same: isSame,
  effects: isTwoEffects,
  answers: isTwoAnswers,
  over: isOver,
  under: isUnder,
  window: isCrowded,
  room: (saved, form, code) =>
    saved.header.object === 'reservation' ? wasThere(saved, form, code) : code === 'CP105' && hadRoom(saved, form),
  filled: isFilled,
  above: isAbove,
  reopened: isReopened,
  oversold: isOversold,
  'no-order': hasNoOrder,
  held: isWronglyHeld,
  count: isMiscounted,
  bounds: isOutOfBounds,
  sum: isNotTheSum,
  during: isOutsideMeanwhile,
  harmed: isHarmed,
  slowed: isSlowed,
  stale: isStale,
};

/** What a form can be the proof of. */
const PROVES: Readonly<Record<Form['form'], readonly string[]>> = {
  short: ['CP101'],
  surplus: ['CP102', 'CP103', 'CP107', 'CP110', 'CP114'],
  off: ['CP101', 'CP102', 'CP103', 'CP107', 'CP110', 'CP114', 'CP117'],
  uneven: ['CP114'],
  'held-back': ['CP120'],
  crash: ['CP115'],
  unlike: ['CP107'],
  kind: ['CP118'],
  'no-number': ['CP118'],
  same: ['CP112'],
  effects: ['CP110'],
  answers: ['CP111'],
  over: ['CP104', 'CP106'],
  under: ['CP105'],
  window: ['CP104'],
  room: ['CP105', 'CP117'],
  filled: ['CP104', 'CP106'],
  above: ['CP104', 'CP106'],
  reopened: ['CP104'],
  oversold: ['CP106'],
  'no-order': ['CP119'],
  held: ['CP117'],
  count: ['CP104', 'CP105', 'CP106', 'CP110', 'CP114'],
  bounds: ['CP107', 'CP114'],
  sum: ['CP107'],
  during: ['CP107', 'CP114'],
  harmed: ['CP116'],
  slowed: ['CP116'],
  stale: ['CP108', 'CP109', 'CP113', 'CP119'],
};

/** What counts the steps of a number: nothing where some of its writes moved it by another amount. */
const IN_STEPS: ReadonlySet<Form['form']> = new Set([
  ...(['short', 'surplus', 'off', 'uneven', 'held-back', 'crash', 'unlike', 'kind'] as const),
  ...(['count', 'bounds', 'sum', 'during', 'filled', 'above'] as const),
]);

const isOfOtherAmounts = once((saved: Saved, _: string): boolean => movesOtherwise(saved));

/** Refuses unless the history alone shows what a finding says. */
export function verifyFinding(saved: Saved, { code, proof }: ProvenFinding): void {
  must(PROVES[proof.form].includes(code), `${code} cannot be proven in this way (${proof.form})`);
  must(
    !IN_STEPS.has(proof.form) || !isOfOtherAmounts(saved, ''),
    'some write moved the number by another amount than the step: what steps there are proves nothing',
  );
  const check = CHECKS[proof.form] as (saved: Saved, form: Form, code: string) => boolean;
  must(check(saved, proof, code), `the history does not show ${code} (${proof.form})`);
}
