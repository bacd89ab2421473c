import { printable } from '../../history/printable.ts';
import type { Answers, Cell, ComparedRow, KeptWrites } from '../../verdict/comparison.ts';
import { range } from '../quantity.ts';

/** One question: its name in the table, its name in a sentence, and what one row answers. */
export interface Question {
  /** Lines of the head. */
  readonly head: readonly string[];
  readonly name: string;
  /** What was done to answer it, and what the answer says. */
  readonly about: string;
  readonly short: (answers: Answers) => string;
  readonly cell: (answers: Answers) => Cell<object>;
  /** Worse than it should be; null: neither good nor bad, or not tested. */
  readonly isBad: (answers: Answers) => boolean | null;
}

/** Where nothing was tested; the reason stands below. */
const NONE = '-';

const shown = <Found extends object>(cell: Cell<Found>, make: (found: Found) => string): string =>
  cell.tested ? make(cell) : NONE;
const judged = <Found extends object>(cell: Cell<Found>, isBad: (found: Found) => boolean): boolean | null =>
  cell.tested ? isBad(cell) : null;

/** Ten of each: what was kept, and what was refused. */
const kept = ({ kept, rejected }: KeptWrites): string =>
  (rejected.max ?? 0) > 0 ? `${range(kept)} (${range(rejected)} refused)` : range(kept);

export const QUESTIONS: readonly Question[] = [
  {
    head: ['burst', 'of 10'],
    name: 'burst',
    about: 'ten writes let go as one: how many of those that were acknowledged were kept, least and most of a round',
    short: ({ burst }) => shown(burst, kept),
    cell: ({ burst }) => burst,
    isBad: ({ burst }) => judged(burst, ({ wrong }) => wrong > 0),
  },
  {
    head: ['10', 'spaced'],
    name: 'spaced',
    about: 'ten writes, one after another: what is lost here too is no race',
    short: ({ spaced }) => shown(spaced, kept),
    cell: ({ spaced }) => spaced,
    isBad: ({ spaced }) => judged(spaced, ({ wrong }) => wrong > 0),
  },
  {
    head: ['reply lost,', 'sent again'],
    name: 'retry',
    about: 'the reply of a write is thrown away and the write sent again with the same key: how often it counts',
    short: ({ retry }) => shown(retry, ({ counted }) => counted),
    cell: ({ retry }) => retry,
    isBad: ({ retry }) => judged(retry, ({ counted }) => counted !== 'once'),
  },
  {
    head: ['own write', 'seen'],
    name: 'own write',
    about: 'one client writes and then reads: whether it sees what it wrote',
    short: ({ ownWrite }) => shown(ownWrite, ({ seen }) => (seen ? 'yes' : 'no')),
    cell: ({ ownWrite }) => ownWrite,
    isBad: ({ ownWrite }) => judged(ownWrite, ({ seen }) => !seen),
  },
  {
    head: ['read is old', 'p50 / max'],
    name: 'staleness',
    about:
      'another client reads meanwhile: how long ago the first acknowledged write was that a read misses, and how many it misses at most',
    short: ({ staleness }) =>
      shown(staleness, ({ p50Ms, maxMs, maxBehind }) =>
        maxBehind === 0 ? '0 ms' : `${Math.round(p50Ms)} / ${Math.round(maxMs)} ms, ${maxBehind} behind`,
      ),
    cell: ({ staleness }) => staleness,
    isBad: ({ staleness }) => judged(staleness, ({ staleReads }) => staleReads > 0),
  },
  {
    head: ['a write takes', 'p50 / p99'],
    name: 'latency',
    about: 'writes of one client on one kept connection, timed in turns with those of the other counters',
    short: ({ latency }) => shown(latency, ({ p50Ms, p99Ms }) => `${digits(p50Ms)} / ${digits(p99Ms)} ms`),
    cell: ({ latency }) => latency,
    isBad: () => null,
  },
  {
    head: ['times the', 'fastest'],
    name: 'ratio',
    about: 'p50 over that of the fastest in the same turn; the median of the turns',
    short: ({ ratio }) => shown(ratio, (found) => `${found.ratio.toFixed(1)}x`),
    cell: ({ ratio }) => ratio,
    isBad: () => null,
  },
  {
    head: ['kept after', 'a kill'],
    name: 'kill',
    about:
      'ten writes, then the process that has the number is killed (SIGKILL) and started again: how many are still there',
    short: ({ kill }) => shown(kill, ({ kept, acknowledged }) => `${range(kept)} of ${acknowledged}`),
    cell: ({ kill }) => kill,
    isBad: ({ kill }) => judged(kill, ({ kept, acknowledged }) => (kept.max ?? 0) < acknowledged),
  },
];

const digits = (ms: number): string => (ms < 10 ? ms.toFixed(ms < 1 ? 2 : 1) : String(Math.round(ms)));

/** What has to be run, in one line. */
export function toRunWords({ toRun: { kind, services, packages } }: ComparedRow): string {
  const label = kind === null || kind === 'real' ? '' : ` (${kind})`;
  const installed = packages.length === 0 ? '' : `; packages ${packages.join(', ')}`;
  return `${services.join(' and ')}${label}${installed}`;
}

/** What is told below the table of each question that has something to tell: its bound, or why it was not tested. */
export const reasons = (answers: Answers): readonly (readonly [name: string, text: string])[] =>
  QUESTIONS.map(({ name, cell }) => {
    const found = cell(answers);
    return [name, printable(found.tested ? found.bound : `not tested: ${found.why}`, 300)] as const;
  });

/** What has to be known of databases that are started to be measured; null where there is none. */
export const aboutDisks = (rows: readonly ComparedRow[]): string | null =>
  rows.some(({ toRun: { services } }) => services.some((service) => service === 'PostgreSQL' || service === 'Redis'))
    ? 'A PostgreSQL or Redis that is started for this does not wait for a disk; one that is given does as it is set up.'
    : null;
