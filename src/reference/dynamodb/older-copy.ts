import { add, get, put } from './counters.ts';
import type { DynamoDb } from './dynamo-db.ts';

interface Written {
  readonly atMs: number;
  readonly value: number;
}

/** A table, and a copy of it that is behind: what an eventually consistent read may be answered from. */
export interface CopiedTable {
  readonly set: (key: string, value: number) => Promise<void>;
  readonly add: (key: string) => Promise<number>;
  readonly consistentRead: (key: string) => Promise<number>;
  readonly eventualRead: (key: string) => Promise<number>;
}

/** A model: the emulator has no copies, so the older one is kept here, `lagMs` behind what it acknowledged. */
export function copiedTable(db: DynamoDb, lagMs: number, nowMs: () => number): CopiedTable {
  const logs = new Map<string, Written[]>();
  return {
    async set(key, value) {
      await put(db, 'counters', key, value);
      logs.set(key, [{ atMs: Number.NEGATIVE_INFINITY, value }]); // as if it had been loaded with it
    },
    async add(key) {
      const value = await add(db, 'counters', key);
      const log = logs.get(key) ?? [];
      log.push({ atMs: nowMs(), value });
      logs.set(key, log);
      return value;
    },
    consistentRead: (key) => get(db, 'counters', key),
    async eventualRead(key) {
      const [first, ...more] = (logs.get(key) ?? []).filter(({ atMs }) => atMs <= nowMs() - lagMs);
      // The highest and not the last: answers to calls that were made together come in any order.
      return more.reduce((most, { value }) => Math.max(most, value), first?.value ?? 0);
    },
  };
}
