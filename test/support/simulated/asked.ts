import type { Expectation, HistoryHeader, ObjectKind, ReadingInfo } from '../../../src/history/history.ts';
import type { Random } from './random.ts';

/** What a scenario asks, of what its readings are, and what its limit is of. */
export interface Asked extends Pick<HistoryHeader, 'step' | 'require'> {
  readonly expect: Expectation;
  readonly readings: readonly string[];
  readonly readingInfo: Readonly<Record<string, ReadingInfo>>;
  /** How many steps each reading adds. */
  readonly adds: number;
  /** A reading shows what it adds itself. */
  readonly showsOwn: boolean;
  /** Each answer to a write holds the number after it. */
  readonly returns: boolean;
  readonly tellsInitial: boolean;
  readonly per: string;
  readonly windowNs: number;
  readonly givesBack: boolean;
}

export interface Of {
  readonly object: ObjectKind;
  readonly limit: number;
  readonly identities: number;
  readonly machines: number;
}

const MS = 1_000_000;

export function askedOf(random: Random, of: Of): Asked {
  const { object } = of;
  const per = perOf(random, of);
  const windowNs = per.endsWith('ms') ? Number.parseInt(per, 10) * MS : 0;
  const givesBack = object === 'reservation' && (windowNs > 0 || random.percent(50));
  const isRead = isReadable(object, per, givesBack) && !random.percent(25);
  const isLeft = isRead && (object === 'quota' || object === 'reservation') && random.percent(40);
  const adds = isRead && object === 'counter' && random.percent(30) ? random.pick([1, 1, 2]) : 0;
  const readings = isRead ? ['value'] : [];
  const unique = object === 'counter' ? random.percent(15) : object === 'effect' && random.percent(40);
  return {
    ...{ per, windowNs, givesBack, readings, adds },
    step: isLeft ? '-1' : '1',
    expect: {
      readings: isRead ? [{ reading: 'value', risesBy: 'acknowledged', perPhase: random.percent(60) }] : [],
      unique,
      ...countsOf(random, of, per, givesBack),
      ...duringOf(random, of, isRead && adds === 0 && !isLeft),
      ...(object === 'effect' && random.percent(60) ? { sameBody: 'acknowledged' } : {}),
    },
    readingInfo: adds === 0 ? {} : { value: { adds: String(adds) } },
    showsOwn: random.percent(50),
    returns: object === 'counter' && adds === 0 && (unique || random.percent(25)),
    tellsInitial: adds === 0 && random.percent(20),
    require: object === 'counter' ? levelOf(random) : 'eventual',
  };
}

/** What a number may be while writes are in flight: no more than the limit. */
function duringOf(random: Random, { object, limit }: Of, isPlain: boolean): Pick<Expectation, 'during'> {
  if (object !== 'quota' || !isPlain || !random.percent(30)) return {};
  return { during: [{ reading: 'value', atMost: String(limit) }] };
}

const levelOf = (random: Random): string =>
  random.pick(['eventual', 'eventual', 'read-your-writes', 'bounded:1ms', 'latest']);

function perOf(random: Random, { object, identities, machines }: Of): string {
  if (object === 'reservation') return random.percent(20) ? '40ms' : 'round';
  if (object !== 'quota') return 'round';
  const kinds = ['round', 'round', identities > 1 ? 'identity' : 'round', '30ms', '300ms'];
  return random.pick(machines === 1 ? [...kinds, 'phase'] : kinds);
}

/** A number that goes its own way, by windows or by identities, is told nothing of. */
const isReadable = (object: ObjectKind, per: string, givesBack: boolean): boolean =>
  !givesBack && (object !== 'quota' || per === 'round');

/** What is not otherwise asked of a quota must be asked of its answers. */
function countsOf(random: Random, { object, limit }: Of, per: string, givesBack: boolean): Pick<Expectation, 'counts'> {
  if (object !== 'quota' || per !== 'round' || givesBack || !random.percent(15)) return {};
  return { counts: [{ count: 'keys', perPhase: false, atMost: String(limit) }] };
}
