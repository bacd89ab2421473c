// Wrong for who must see their own write, or a number less than a second old. Writes go to the primary and are added there
// in one step; reads are answered by a replica that applies each write a set time later (PostgreSQL docs, "Log-Shipping
// Standby Servers": by default asynchronous, so a standby may be behind). Nothing is lost: once writes stop, the replica
// catches up.
import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { serve } from '../http/node-server.ts';

interface Written {
  readonly atMs: number;
  readonly value: number;
}

function replicaReadCounter(lagMs: number, nowMs: () => number): Counter {
  const logs = new Map<string, Written[]>();
  const primary = (key: string) => logs.get(key)?.at(-1)?.value ?? 0;

  const write = (key: string, value: number) => {
    const log = logs.get(key) ?? [];
    logs.set(key, log);
    log.push({ atMs: nowMs(), value });
    return value;
  };

  return {
    // As if both had been loaded with it before the first request.
    set: async (key, value) => void logs.set(key, [{ atMs: Number.NEGATIVE_INFINITY, value }]),
    increment: async (key) => write(key, primary(key) + 1),
    read: async (key) => logs.get(key)?.findLast(({ atMs }) => atMs <= nowMs() - lagMs)?.value ?? 0,
    views: { stored: async (key) => primary(key) },
  };
}

/** Reads from a replica that lags behind. */
export const memoryReplicaRead: Design = {
  id: 'memory-replica-read',
  title: 'a number in this process, read from a replica that is a second behind: a model of streaming replication',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP108',
  needs: [],
  start: ({ port = 0, lagMs = 1000, nowMs = () => performance.now() }) =>
    serve('memory-replica-read', counterContract(replicaReadCounter(lagMs, nowMs)), port),
};
