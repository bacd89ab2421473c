import type { Operation } from '../../history/operation.ts';
import { returnsValues } from '../../history/returned.ts';
import type { Claim } from '../claim.ts';
import { showed } from '../diagnosis/argument.ts';
import { viewsOf } from '../diagnosis/clocks.ts';
import type { Requirement } from '../diagnosis/requirement.ts';
import { type Columns, RETURNED } from '../exact/columns.ts';
import { isLinearizable } from '../exact/core.ts';
import { evidenceOf } from '../exact/evidence.ts';
import { singleValuesIn } from '../exact/labels.ts';
import { circumstancesOf } from '../exact/operations.ts';
import type { Facts } from '../ledger/facts.ts';
import { plural } from '../words.ts';
import type { SeenNumber } from './numbers.ts';
import { rowsOf } from './rows.ts';

const MAX_WITNESS = 12;

/**
 * Where the answer to a write holds the number after it: CP114 for one that is more than all writes sent by then make,
 * whatever the level; CP119, for `latest`, for one that had been passed before its write was sent. Values that come
 * twice are CP112. Nothing of counters whose start was not read, or whose writes were sent again.
 */
export function returnedClaims(facts: Facts, found: readonly SeenNumber[], required: Requirement): readonly Claim[] {
  if (!returnsValues(facts.header) || facts.header.expect.uniquePer !== undefined) return [];
  const numbers = new Map(found.map((number) => [JSON.stringify([number.key, number.rounds]), number]));
  return [...numbers.values()].flatMap((number) => claimsOf(facts, number, required));
}

function claimsOf(facts: Facts, number: SeenNumber, required: Requirement): readonly Claim[] {
  const { operations } = number;
  const { start = null, returned: given } = rowsOf(number) ?? {};
  if (start === null || !given?.kind.includes(RETURNED) || isRetried(operations)) return [];
  const { errorNs } = facts.header.clock;
  const times = { initial: start, clock: { unit: 'ns' as const, errorNs } };
  const { widest } = viewsOf(given, circumstancesOf(times, operations, given, false).clock, errorNs);
  if (isLinearizable(widest)) return [];
  const found = singleValuesIn(widest, evidenceOf(widest));
  const writesWith = (...names: readonly Parameters<typeof found.get>[0][]): readonly Operation[] =>
    names.flatMap((name) => returnedIn(widest, found.get(name) ?? [], operations));
  // One that is out of reach leaves a place empty below, which others then seem to be too high for.
  const beyond = writesWith('phantom');
  const high = beyond.length > 0 ? beyond : writesWith('future-read');
  const passed = required.level === 'latest' ? writesWith('real-time-order') : [];
  return [
    ...claim('CP114', high, 'more than all writes that were sent by then make'),
    ...claim('CP119', passed, 'which had been passed before it was sent'),
  ];
}

/** Whether some write was sent again. */
function isRetried(operations: readonly Operation[]): boolean {
  const writes = operations.filter(({ f }) => f !== 'read');
  return new Set(writes.map(({ intent, id }) => intent ?? `#${id}`)).size < writes.length;
}

const returnedIn = ({ kind, index }: Columns, rows: readonly number[], operations: readonly Operation[]) =>
  rows.filter((row) => kind[row] === RETURNED).map((row) => operations[index[row] as number] as Operation);

function claim(code: 'CP114' | 'CP119', writes: readonly Operation[], why: string): readonly Claim[] {
  const [first] = writes;
  if (first === undefined) return [];
  return [
    {
      code,
      round: first.round,
      phase: null,
      count: { min: writes.length, max: writes.length },
      message: `${plural(writes.length, 'write')} returned a number that nothing explains: #${first.id} ${showed(first)}, ${why}`,
      argument: 'The answer to a write holds the number after it, by what the scenario says.',
      witness: writes.slice(0, MAX_WITNESS),
    },
  ];
}
