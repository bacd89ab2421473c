import type { History, HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { Ranks } from '../objects/ranks.ts';
import { groupedBy } from '../objects/writes.ts';

/** How many of some reads came before each one; null where some may have come before it or after. n log n. */
export function placesAmong(
  { clock }: Pick<HistoryHeader, 'clock'>,
  reads: readonly Operation[],
): ReadonlyMap<Operation, number | null> {
  const machines = [...groupedBy(reads, ({ machine }) => machine ?? '').values()].map((own) => ({
    machine: own[0]?.machine,
    starts: new Ranks(own.map(({ invoke }) => invoke)),
    ends: new Ranks(own.map(endOf)),
    size: own.length,
  }));
  const apartNs = 2 * clock.errorNs;
  const placeOf = (read: Operation): number | null => {
    const [start, end] = [read.invoke, endOf(read)];
    let [before, after] = [0, 0];
    for (const { machine, starts, ends, size } of machines) {
      // Within one machine what touches is in the order that it was done in.
      const isOwn = machine === read.machine;
      before += isOwn ? ends.atMost(start) : ends.below(start - apartNs);
      after += size - (isOwn ? starts.below(end) : starts.atMost(end + apartNs));
    }
    return before + after === reads.length - 1 ? before : null;
  };
  return new Map(reads.map((read) => [read, placeOf(read)]));
}

const endOf = ({ complete, invoke }: Operation): number => Math.max(complete ?? 0, invoke + LEAST_NS);
const LEAST_NS = 1;

/** Tells whether every write of its counter was sent after a read, for certain. Goes through the history once. */
export function aheadOfAll({ header, operations }: History): (read: Operation) => boolean {
  const { setup, clock } = header;
  const placeOf = ({ key, round }: Operation): string => (setup ? JSON.stringify([key, round]) : key);
  const first = new Map<string, Map<string | undefined, number>>();
  for (const one of operations) {
    if (one.f === 'read' || one.counts === 'notSent') continue;
    const byMachine = first.get(placeOf(one)) ?? new Map<string | undefined, number>();
    first.set(placeOf(one), byMachine);
    byMachine.set(one.machine, Math.min(one.invoke, byMachine.get(one.machine) ?? Number.POSITIVE_INFINITY));
  }
  return (read) => {
    const end = endOf(read);
    return [...(first.get(placeOf(read)) ?? [])].every(([machine, invoke]) =>
      machine === read.machine ? end <= invoke : end + 2 * clock.errorNs < invoke,
    );
  };
}
