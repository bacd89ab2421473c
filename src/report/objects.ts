import type { Finding } from '../verdict/finding.ts';
import type { PhaseResult, ScenarioResult, WriteCounts } from '../verdict/report.ts';

/** What a fault of a quota, a stock, a key or a crash comes to, in numbers; null where its own message says it better. */
export function objectSentence(result: ScenarioResult, first: Finding): string | null {
  const { min, max } = first.count;
  if (min === null || min !== max) return null;
  const phases = result.phases.filter(
    ({ round, name }) => round === first.round && (first.phase === null || name === first.phase),
  );
  return sentences[first.code]?.(min, phases, result) ?? null;
}

type Sentence = (off: number, phases: readonly PhaseResult[], result: ScenarioResult) => string | null;

const sentences: Readonly<Record<string, Sentence>> = {
  CP104: (off, phases, result) => admitted(off, phases, result, 'too many'),
  CP105: (off, phases, result) => admitted(off, phases, result, 'too few'),
  CP106: (off, phases, { limit }) => {
    const yes = sumOf(phases, 'acknowledged');
    const there = yes - off;
    if (off <= 0 || there < 1 || (limit !== undefined && String(there) !== limit.count)) return null;
    return `${yes} granted, ${there} existed: ${off} too many`;
  },
  CP115: (off, [at], { phases }) => {
    const before = phases.filter(({ round, index }) => round === at?.round && index < at.index);
    const yes = sumOf(before, 'acknowledged');
    if (at === undefined || yes < off || off <= 0) return null;
    return `${yes} ${yes === 1 ? 'write was' : 'writes were'} acknowledged, ${off} ${off === 1 ? 'was' : 'were'} gone after ${at.name}`;
  },
  CP110: (off, phases) => {
    const keys = keysOf(phases);
    if (keys === 0 || off <= 0) return null;
    return `${keys + off} effects for ${keys} ${keys === 1 ? 'key' : 'keys'}`;
  },
};

function admitted(
  off: number,
  phases: readonly PhaseResult[],
  { limit }: ScenarioResult,
  word: 'too many' | 'too few',
): string | null {
  const [sent, yes] = [sumOf(phases, 'sent'), sumOf(phases, 'acknowledged')];
  if (limit === undefined || phases.length === 0 || sumOf(phases, 'unknown') > 0 || isSentAgain(phases)) return null;
  const right = Math.min(sent, Number(limit.count));
  if (word === 'too many' ? yes - right !== off : right - yes !== off) return null;
  return `${sent} sent, ${yes} admitted, limit ${limit.count}: ${off} ${word}`;
}

/** What a clean run of such an object showed; null for a counter. */
export function objectPassed({ object, limit, phases, rounds }: ScenarioResult): string | null {
  const [sent, yes] = [sumOf(phases, 'sent'), sumOf(phases, 'acknowledged')];
  const many = rounds.run > 1 ? `, in ${rounds.run} rounds` : '';
  // Where expect alone says how many, no limit was looked at.
  const bare = (did: string): string => `${sent} ${did}, and nothing that was asked for was breached${many}`;
  if (object === 'quota' && limit === undefined) return bare(`sent, ${yes} admitted`);
  if (object === 'quota' && isSentAgain(phases))
    return `${keysWords(phases)} sent ${sent} times, none let in above the limit${many}`;
  if (object === 'quota' && limit?.per === 'round')
    return `${sent} sent, ${yes} admitted, as the limit of ${limit.count} asks${many}`;
  if (object === 'quota') return `${sent} sent, ${yes} admitted, none above the limit${many}`;
  if (object === 'reservation' && limit === undefined) return bare(`asked, ${yes} granted`);
  if (object === 'reservation') return `${sent} asked, ${yes} granted, none sold twice${many}`;
  const keys = keysOf(phases);
  if (object === 'effect' && keys > 0 && isCounted(phases))
    return `${keysWords(phases)} sent ${sent} times, none with more than one effect${many}`;
  return null;
}

const keysOf = (phases: readonly PhaseResult[]): number => phases.reduce((n, { intents = 0 }) => n + intents, 0);

const keysWords = (phases: readonly PhaseResult[]): string =>
  keysOf(phases) === 1 ? '1 key' : `${keysOf(phases)} keys`;

/** A number was held to the keys: without one, a second effect would not show. */
const isCounted = (phases: readonly PhaseResult[]): boolean => phases.some(({ duplicated }) => duplicated.max === 0);

/** More answers than there was to be done: how many were let in, these do not tell. */
const isSentAgain = (phases: readonly PhaseResult[]): boolean =>
  phases.some(({ intents, writes }) => intents !== undefined && intents < writes.sent);

const sumOf = (phases: readonly PhaseResult[], of: keyof WriteCounts): number =>
  phases.reduce((n, { writes }) => n + writes[of], 0);
