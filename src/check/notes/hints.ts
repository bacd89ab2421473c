import type { Operation } from '../../history/operation.ts';
import type { Note } from '../../verdict/report.ts';
import type { Facts } from '../ledger/facts.ts';
import { sumOf } from '../ledger/rounds.ts';

interface Hint {
  readonly fits: (status: number) => boolean;
  readonly text: string;
}

const CREDENTIAL: Hint = {
  fits: (status) => status === 401 || status === 403,
  text: "-H 'Authorization: ...' sends a credential (headers: in a scenario file)",
};

const FOR_READS: readonly Hint[] = [
  CREDENTIAL,
  {
    fits: (status) => status === 404,
    text: '--read says where the number is (read: in a scenario file); a counter that is not there before its first write is made by a setup first',
  },
  { fits: (status) => status === 405, text: '--read says where the number is by GET (read: in a scenario file)' },
  { fits: (status) => status >= 300 && status < 400, text: '-L follows it, to the same host' },
];

const FOR_WRITES: readonly Hint[] = [
  CREDENTIAL,
  { fits: (status) => status === 404, text: '--url says where the write goes (write: in a scenario file)' },
  { fits: (status) => status === 405, text: '-X names another method (write: in a scenario file)' },
];

/** What to say to the command line where a reading could not be had, or no write was let in, by what was answered. */
export function hints(facts: Facts): readonly Note[] {
  return [
    ...notes('The reading was', unreadable(facts), FOR_READS),
    ...notes('The writes were', unaccepted(facts), FOR_WRITES),
  ].map((message) => ({ code: 'hint', message }));
}

const notes = (what: string, statuses: ReadonlySet<number>, table: readonly Hint[]): readonly string[] =>
  [...statuses].flatMap((status) => {
    const hint = table.find(({ fits }) => fits(status));
    return hint === undefined ? [] : [`${what} answered ${status}: ${hint.text}.`];
  });

function unreadable({ ledgers }: Facts): ReadonlySet<number> {
  const stands = ledgers.flatMap(({ base, stands }) => [base, ...stands]);
  return statusesOf(stands.flatMap((stand) => (stand.kind === 'unread' && stand.read !== null ? [stand.read] : [])));
}

function unaccepted({ rounds }: Facts): ReadonlySet<number> {
  const phases = rounds.flatMap((round) => round.phases);
  if (sumOf(phases).acknowledged > 0) return new Set();
  return statusesOf(phases.flatMap(({ writes }) => writes).filter(({ counts }) => counts === 'rejected'));
}

const statusesOf = (operations: readonly Operation[]): ReadonlySet<number> =>
  new Set(operations.flatMap(({ status }) => (status === null ? [] : [status])));
