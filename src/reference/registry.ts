import { createRequire } from 'node:module';
import { cacheAside } from './cache/cache-aside.ts';
import { cacheAsideLease } from './cache/cache-aside-lease.ts';
import { cacheAsideRefillRace } from './cache/cache-aside-refill-race.ts';
import { eventRefresh } from './cache/event-refresh.ts';
import { eventRefreshReconciled } from './cache/event-refresh-reconciled.ts';
import { licenceRevocation } from './cache/licence-revocation.ts';
import { writeBehind } from './cache/write-behind.ts';
import { writeBehindLog } from './cache/write-behind-log.ts';
import { writeThrough } from './cache/write-through.ts';
import { writeThroughBoth } from './cache/write-through-both.ts';
import type { Design, DesignOptions } from './design.ts';
import { dynamodbAdd } from './dynamodb/dynamodb-add.ts';
import { dynamodbConditional } from './dynamodb/dynamodb-conditional.ts';
import { dynamodbConsistentRead } from './dynamodb/dynamodb-consistent-read.ts';
import { dynamodbEventualRead } from './dynamodb/dynamodb-eventual-read.ts';
import { dynamodbGetPut } from './dynamodb/dynamodb-get-put.ts';
import { dynamodbTwoRegions } from './dynamodb/dynamodb-two-regions.ts';
import { retryEventsDynamodb } from './dynamodb/retry-events-dynamodb.ts';
import { sweeping } from './guarded/sweeping.ts';
import { onFreePort } from './http/on-free-port.ts';
import { memoryAtomic } from './memory/memory-atomic.ts';
import { memoryCachedRead } from './memory/memory-cached-read.ts';
import { memoryRateLimited } from './memory/memory-rate-limited.ts';
import { memoryReadWrite } from './memory/memory-read-write.ts';
import { memoryReplicaRead } from './memory/memory-replica-read.ts';
import { retryKeyClaimed } from './payment/retry-key-claimed.ts';
import { retryKeyFirst } from './payment/retry-key-first.ts';
import { retryKeyForgotten } from './payment/retry-key-forgotten.ts';
import { retryKeyLate } from './payment/retry-key-late.ts';
import { postgresAtomic } from './postgres/postgres-atomic.ts';
import { postgresForUpdate } from './postgres/postgres-for-update.ts';
import { postgresReadWrite } from './postgres/postgres-read-write.ts';
import { postgresReplicaRead } from './postgres/postgres-replica-read.ts';
import { postgresSerializable } from './postgres/postgres-serializable.ts';
import { postgresSerializableNoRetry } from './postgres/postgres-serializable-no-retry.ts';
import { quotaPostgres } from './postgres/quota-postgres.ts';
import { retryEventsPostgres } from './postgres/retry-events-postgres.ts';
import { stockLockPostgres } from './postgres/stock-lock-postgres.ts';
import { quotaIncrCheck } from './quota/quota-incr-check.ts';
import { quotaKv } from './quota/quota-kv.ts';
import { quotaMemory } from './quota/quota-memory.ts';
import { quotaNeverTurns } from './quota/quota-never-turns.ts';
import { quotaOffByOne } from './quota/quota-off-by-one.ts';
import { quotaShortHash } from './quota/quota-short-hash.ts';
import { quotaRedisLua } from './redis/quota-redis-lua.ts';
import { redisAppendOnly } from './redis/redis-append-only.ts';
import { redisFailover } from './redis/redis-failover.ts';
import { redisGetSet } from './redis/redis-get-set.ts';
import { redisIncr } from './redis/redis-incr.ts';
import { redisIncrThenExpire } from './redis/redis-incr-then-expire.ts';
import { redisLua } from './redis/redis-lua.ts';
import { redisReplicaRead } from './redis/redis-replica-read.ts';
import { redisSnapshot } from './redis/redis-snapshot.ts';
import { redisWait } from './redis/redis-wait.ts';
import { redisWaitMinReplicas } from './redis/redis-wait-min-replicas.ts';
import { retryEventsRedis } from './redis/retry-events-redis.ts';
import { retryBlind } from './retry/retry-blind.ts';
import { retryEventsMemory } from './retry/retry-events-memory.ts';
import { sqliteImmediate } from './sqlite/sqlite-immediate.ts';
import { sqliteReadWrite } from './sqlite/sqlite-read-write.ts';
import { stockKv } from './stock/stock-kv.ts';
import { stockLockMemory } from './stock/stock-lock-memory.ts';
import { stockLockPageOpen } from './stock/stock-lock-page-open.ts';
import { stockPartial } from './stock/stock-partial.ts';
import { trackerCountFirst } from './tracker/tracker-count-first.ts';
import { trackerRedirectFirst } from './tracker/tracker-redirect-first.ts';
import { trackerRedirectFirstKv } from './tracker/tracker-redirect-first-kv.ts';
import { quotaDurableObject } from './workers/quota-durable-object.ts';
import { quotaWorkersKv } from './workers/quota-workers-kv.ts';
import { retryEventsD1 } from './workers/retry-events-d1.ts';
import { stockLockDurableObject } from './workers/stock-lock-durable-object.ts';
import { stockWorkersKv } from './workers/stock-workers-kv.ts';
import { workersD1 } from './workers/workers-d1.ts';
import { workersD1ReadWrite } from './workers/workers-d1-read-write.ts';
import { workersDoFetch } from './workers/workers-do-fetch.ts';
import { workersDoSqlite } from './workers/workers-do-sqlite.ts';
import { workersDurableObject } from './workers/workers-durable-object.ts';
import { workersKv } from './workers/workers-kv.ts';
import { workersKvTwoLocations } from './workers/workers-kv-two-locations.ts';

const all: readonly Design[] = [
  memoryReadWrite,
  memoryAtomic,
  memoryCachedRead,
  memoryRateLimited,
  memoryReplicaRead,
  workersKv,
  workersKvTwoLocations,
  workersDurableObject,
  workersDoSqlite,
  workersDoFetch,
  workersD1ReadWrite,
  workersD1,
  redisGetSet,
  redisIncr,
  redisIncrThenExpire,
  redisLua,
  redisSnapshot,
  redisAppendOnly,
  redisReplicaRead,
  redisWait,
  redisWaitMinReplicas,
  redisFailover,
  postgresReadWrite,
  postgresAtomic,
  postgresForUpdate,
  postgresSerializable,
  postgresSerializableNoRetry,
  postgresReplicaRead,
  dynamodbGetPut,
  dynamodbAdd,
  dynamodbConditional,
  dynamodbEventualRead,
  dynamodbConsistentRead,
  dynamodbTwoRegions,
  sqliteReadWrite,
  sqliteImmediate,
  cacheAside,
  cacheAsideRefillRace,
  cacheAsideLease,
  writeThrough,
  writeThroughBoth,
  writeBehind,
  writeBehindLog,
  eventRefresh,
  eventRefreshReconciled,
  licenceRevocation,
  retryBlind,
  retryEventsMemory,
  retryEventsD1,
  retryEventsRedis,
  retryEventsPostgres,
  retryEventsDynamodb,
  retryKeyLate,
  retryKeyForgotten,
  retryKeyClaimed,
  retryKeyFirst,
  quotaKv,
  quotaMemory,
  quotaIncrCheck,
  quotaShortHash,
  quotaOffByOne,
  quotaNeverTurns,
  quotaWorkersKv,
  quotaDurableObject,
  quotaRedisLua,
  quotaPostgres,
  stockKv,
  stockLockMemory,
  stockPartial,
  stockLockPageOpen,
  stockWorkersKv,
  stockLockDurableObject,
  stockLockPostgres,
  trackerCountFirst,
  trackerRedirectFirst,
  trackerRedirectFirstKv,
];

/** Every reference design, in the order they are listed. */
export const designs: readonly Design[] = all.map(onFreePort).map(sweeping);

/** The design with exactly this id, or null. */
export const findDesign = (id: string): Design | null => designs.find((design) => design.id === id) ?? null;

export interface Availability {
  readonly available: boolean;
  /** What is missing and the line that installs it; null when the design can run. */
  readonly why: string | null;
}

/** Whether a design can be started here with these options. Loads nothing of what it runs on. */
export async function availability(design: Design, given: DesignOptions = {}): Promise<Availability> {
  const lacks = [packagesMissing(design.needs), serverMissing(design, given)].filter((lack) => lack !== null);
  return { available: lacks.length === 0, why: lacks.length === 0 ? null : lacks.join('; ') };
}

function packagesMissing(needs: readonly string[]): string | null {
  const missing = needs.filter((spec) => !isInstalled(packageName(spec)));
  if (missing.length === 0) return null;
  return `needs ${missing.map(packageName).join(' and ')}: npm install --save-dev ${missing.join(' ')}`;
}

function serverMissing({ server }: Design, given: DesignOptions): string | null {
  const { givenBy = null } = server ?? {};
  return givenBy !== null && given[givenBy] !== undefined ? null : (server?.missing() ?? null);
}

const packageName = (spec: string): string => spec.slice(0, spec.lastIndexOf('@'));

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
