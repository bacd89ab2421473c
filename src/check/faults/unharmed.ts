import type { UnharmedExpectation, UnharmedMark } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import type { Note } from '../../verdict/report.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundRun } from '../ledger/rounds.ts';
import { sendsWrites } from '../ledger/sends.ts';
import { duration, listed, plural } from '../words.ts';

const MAX_REQUEST = 120;
const MAX_REASON = 120;
const MAX_SHOWN = 3;
/** Without a bound, slower than the slowest before by so many times and by so much is worth a note. */
const MUCH = { times: 3, ms: 50 };
/** And where so many, and half of them all, are so much slower, and all else stayed calm, neither load nor chance explains it. */
const HARMED = { times: 5, ms: 250, marks: 3 };

/** What came of the request before the first write, and while writes ran. */
interface Compared {
  readonly expectation: UnharmedExpectation;
  readonly request: string;
  readonly before: readonly UnharmedMark[];
  readonly meanwhile: readonly UnharmedMark[];
}

/** CP116: another request got another answer, none, or a later one while writes ran. CP307, CP308: nothing to compare by. */
export const unharmed: Checker = (facts) => {
  const compared = comparedIn(facts);
  if (compared === null) return [];
  const doubt = doubtOf(compared);
  return doubt === null ? harms(facts, compared) : [doubt];
};

/** That it was much slower, where nobody said how slow it may be. */
export function unharmedNotes(facts: Facts): readonly Note[] {
  const compared = comparedIn(facts);
  if (compared === null || compared.expectation.slowerByMs !== null || doubtOf(compared) !== null) return [];
  const [before, meanwhile] = [slowest(compared.before), median(compared.meanwhile)];
  if (before === null || meanwhile === null) return [];
  if (meanwhile < before * MUCH.times || meanwhile - before < MUCH.ms) return [];
  const message = `${compared.request} took ${duration(before)} at most before the first write, and mostly ${duration(meanwhile)} or more while writes ran. slowerBy in unharmed says how much is too much.`;
  return [{ code: 'slower', message }];
}

function comparedIn({ header, rounds }: Facts): Compared | null {
  const expectation = header.expect.unharmed;
  if (expectation === undefined) return null;
  const before = rounds.flatMap((round) => marksOf(round).filter(({ phaseIndex }) => phaseIndex < 0));
  return {
    expectation,
    request: printable(expectation.request, MAX_REQUEST),
    before,
    meanwhile: rounds.flatMap((round) => whileWriting(round, before[0]?.status ?? null)),
  };
}

/** Those sent in a phase of writes; after a command of ours, from the first on that was answered as `usual`. */
function whileWriting(round: RoundRun, usual: number | null): readonly UnharmedMark[] {
  const marks = marksOf(round);
  const isBack = (mark: UnharmedMark): boolean => {
    const ran = round.phases.findLastIndex(({ info }, i) => info.kind === 'run' && i < mark.phaseIndex);
    if (ran < 0) return true;
    const since = marks.filter(({ phaseIndex, invoke }) => phaseIndex > ran && invoke < mark.invoke);
    return since.some((one) => isAnswered(one) && one.status === usual);
  };
  const isSending = ({ phaseIndex }: UnharmedMark): boolean =>
    round.phases.some((phase) => phase.info.index === phaseIndex && sendsWrites(phase));
  return marks.filter((mark) => isSending(mark) && isBack(mark));
}

/** What was cut off because the run ended was not harmed. */
function marksOf({ unharmed: marks, stop }: RoundRun): readonly UnharmedMark[] {
  return stop?.why === 'interrupted' || stop?.why === 'deadline'
    ? marks.filter(({ complete }) => complete !== null)
    : marks;
}

function doubtOf({ request, before, meanwhile }: Compared): Claim | null {
  const argument = 'Without one steady answer before the first write nothing shows what the writes changed.';
  const where = { round: null, phase: null, count: UNCOUNTED, witness: [], argument };
  if (meanwhile.length === 0) {
    return { ...where, code: 'CP308', message: `${request} was not sent while writes ran` };
  }
  if (before.length === 0)
    return { ...where, code: 'CP307', message: `${request} was not sent before the first write` };
  if (before.every(({ status }) => (status ?? 0) >= 400)) {
    const message = `${request} is not answered even before the first write: ${statusesOf(before)}`;
    return { ...where, code: 'CP307', message };
  }
  if (new Set(before.map(({ status }) => status)).size === 1 && before.every(isAnswered)) return null;
  return {
    ...where,
    code: 'CP307',
    message: `${request} did not have one answer before the first write: ${statusesOf(before)}`,
  };
}

function harms(facts: Facts, compared: Compared): readonly Claim[] {
  const { before, meanwhile, expectation } = compared;
  const status = before[0]?.status ?? null;
  const changed = meanwhile.filter((mark) => !isAnswered(mark) || mark.status !== status);
  if (changed.length > 0) return byRound(facts, compared, changed, answerWords);
  const usual = slowest(before) ?? 0;
  const { slowerByMs } = expectation;
  const slow =
    slowerByMs === null
      ? slowByItself(facts, compared)
      : meanwhile.filter((mark) => (tookMs(mark) ?? 0) > usual + slowerByMs);
  return byRound(facts, compared, slow, timeWords);
}

/** One claim for each round that some of the harmed are of. */
function byRound(
  facts: Facts,
  compared: Compared,
  harmed: readonly UnharmedMark[],
  words: (compared: Compared, harmed: readonly UnharmedMark[]) => Words,
): readonly Claim[] {
  return facts.rounds.flatMap(({ round }) => {
    const own = harmed.filter((mark) => mark.round === round);
    const meanwhile = compared.meanwhile.filter((mark) => mark.round === round);
    return own.length === 0 ? [] : [claim(facts, own, words({ ...compared, meanwhile }, own))];
  });
}

/** Half of one phase and more, each far slower than all before it, where one write at a time was no load and readings stayed calm. */
function slowByItself({ rounds }: Facts, { before, meanwhile }: Compared): readonly UnharmedMark[] {
  for (const round of rounds) {
    for (const { info, peak, reads } of round.phases) {
      const marks = meanwhile.filter((mark) => mark.round === round.round && mark.phaseIndex === info.index);
      const start = marks.reduce((least, { invoke }) => Math.min(least, invoke), Number.POSITIVE_INFINITY);
      const earlier = [...before, ...meanwhile].filter(({ invoke }) => invoke < start);
      const bound = Math.max((slowest(earlier) ?? 0) * HARMED.times, (slowest(earlier) ?? 0) + HARMED.ms);
      const slow = marks.filter((mark) => (tookMs(mark) ?? 0) > bound);
      const isHarmed = slow.length >= HARMED.marks && slow.length * 2 >= marks.length;
      if (peak <= 1 && isHarmed && isCalm(round.before, reads)) return slow;
    }
  }
  return [];
}

/** Readings, if there were any, took no longer in the phase than ahead of the first write: the machine and the way to the target were not slow. */
function isCalm(before: readonly Operation[], reads: readonly Operation[]): boolean {
  const longest = (some: readonly Operation[]): number =>
    some.reduce(
      (most, { invoke, complete }) => Math.max(most, ((complete ?? Number.POSITIVE_INFINITY) - invoke) / 1e6),
      0,
    );
  return reads.length === 0 || longest(reads) <= Math.max(longest(before) * 2, CALM_MS);
}

/** What a reading may take on a calm machine, whatever it took before, in milliseconds. */
const CALM_MS = 50;

type Words = Pick<Claim, 'message' | 'argument'>;

function answerWords({ request, before, meanwhile }: Compared, changed: readonly UnharmedMark[]): Words {
  const reason = changed.find((mark) => mark.reason !== null)?.reason ?? null;
  const why = reason === null ? '' : `; such as: ${printable(reason, MAX_REASON)}`;
  return {
    message: `${request} was answered ${before[0]?.status} (${before.length} of ${plural(before.length, 'time')}) before the first write, and otherwise ${changed.length} of ${plural(meanwhile.length, 'time')} while writes ran: ${statusesOf(changed)}${why}`,
    argument:
      'The same request, sent in the same way, always had one answer until writes were sent. Nothing else was changed by this run.',
  };
}

function timeWords({ request, before, meanwhile, expectation }: Compared, slow: readonly UnharmedMark[]): Words {
  return {
    message: `${request} took ${duration(slowest(before) ?? 0)} at most before the first write, and up to ${duration(slowest(slow) ?? 0)} while writes ran: ${slow.length} of ${plural(meanwhile.length, 'time')} it was slower by more than ${duration(expectation.slowerByMs ?? HARMED.ms)}`,
    argument: `It is compared with the slowest of the same requests before the first write, and not with their mean.${expectation.slowerByMs === null ? ' Each time was so, no two writes were in flight together then, and readings were as quick as before: it waited for no load.' : ''}`,
  };
}

function claim({ rounds }: Facts, marks: readonly UnharmedMark[], words: Words): Claim {
  const [first] = marks;
  const round = rounds.find((one) => one.round === first?.round);
  const indexes = new Set(marks.map(({ phaseIndex }) => phaseIndex));
  const [index = -1] = indexes;
  return {
    code: 'CP116',
    round: first?.round ?? null,
    phase: indexes.size === 1 ? (round?.phases[index]?.info ?? null) : null,
    count: { min: marks.length, max: marks.length },
    ...words,
    witness: [],
    // Whoever sent it could see it.
    loud: true,
  };
}

const isAnswered = ({ complete, status }: UnharmedMark): boolean => complete !== null && status !== null;
const tookMs = ({ invoke, complete }: UnharmedMark): number | null =>
  complete === null ? null : (complete - invoke) / 1e6;

const timesOf = (marks: readonly UnharmedMark[]): readonly number[] =>
  marks.flatMap((mark) => tookMs(mark) ?? []).sort((a, b) => a - b);
const slowest = (marks: readonly UnharmedMark[]): number | null => timesOf(marks).at(-1) ?? null;

function median(marks: readonly UnharmedMark[]): number | null {
  const times = timesOf(marks);
  return times[Math.floor(times.length / 2)] ?? null;
}

/** `500 (8 times), no answer (once)` */
function statusesOf(marks: readonly UnharmedMark[]): string {
  const counts = new Map<string, number>();
  for (const mark of marks) {
    const word = isAnswered(mark) ? String(mark.status) : 'no answer';
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const more = sorted.length > MAX_SHOWN ? ['others'] : [];
  return listed([
    ...sorted.slice(0, MAX_SHOWN).map(([word, n]) => `${word} (${n === 1 ? 'once' : `${n} times`})`),
    ...more,
  ]);
}
