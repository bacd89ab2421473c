import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../package-file.ts';
import type { Design, ServedObject } from '../reference/design.ts';

const BY_OBJECT: Readonly<Record<ServedObject, (url: string) => string>> = {
  counter: (url) => `--concurrency 10 --url ${url}/counter`,
  quota: (url) => `-c 12 --limit 5 -X POST --url ${url}/quotas/me/downloads --read ${url}/quotas/me --take '$.used'`,
  reservation: (url) =>
    `-c 5 --unique -H 'Content-Type: application/json' -d '{"items":["painting"]}' --url ${url}/checkouts`,
  tracker: (url) => `-X GET --url '${url}/hit?p=/page' --read '${url}/stats?key=views:/page' --take '$.count'`,
  payment: (url) =>
    `--retry lost-reply -H 'Idempotency-Key: {{key}}' -X POST --url ${url}/payments --read ${url}/payments --take '$.count'`,
};

/** Designs whose story takes more than flags can say, and the scenario that tells it. */
const STORIES: Readonly<Record<string, string>> = {
  'cache-aside': 'missed-invalidation',
  'cache-aside-lease': 'refill-race',
  'cache-aside-refill-race': 'refill-race',
  'dynamodb-consistent-read': 'staleness-within-a-bound',
  'dynamodb-eventual-read': 'staleness-within-a-bound',
  'event-refresh': 'missed-event',
  'event-refresh-reconciled': 'missed-event',
  'licence-revocation': 'staleness-within-a-bound',
  'memory-replica-read': 'reader-sees-own-write',
  'quota-never-turns': 'day-turns',
  'quota-short-hash': 'two-visitors-one-quota',
  'redis-append-only': 'acknowledged-then-crashed',
  'redis-failover': 'failover-keeps-what-was-acknowledged',
  'redis-incr-then-expire': 'key-without-an-end',
  'redis-lua': 'key-without-an-end',
  'redis-snapshot': 'acknowledged-then-crashed',
  'redis-wait': 'refused-without-a-replica',
  'redis-wait-min-replicas': 'refused-without-a-replica',
  'retry-blind': 'timeout-retried-counted-twice',
  'retry-events-d1': 'timeout-retried-counted-twice',
  'retry-events-dynamodb': 'timeout-retried-counted-twice',
  'retry-events-memory': 'timeout-retried-counted-twice',
  'retry-events-postgres': 'timeout-retried-counted-twice',
  'retry-events-redis': 'timeout-retried-counted-twice',
  'retry-key-claimed': 'key-left-claimed',
  'retry-key-first': 'same-key-in-flight',
  'retry-key-forgotten': 'key-outlived-by-its-retry',
  'retry-key-late': 'same-key-in-flight',
  'stock-lock-page-open': 'lease-outlived-by-its-payment',
  'stock-partial': 'two-orders-share-an-item',
  'tracker-count-first': 'redirect-survives-its-counter',
  'write-behind': 'acknowledged-then-crashed',
  'write-behind-log': 'acknowledged-then-crashed',
  'write-through': 'cache-and-store-disagree',
  'write-through-both': 'cache-and-store-disagree',
};

/** The command line that probes a design which listens at the URL; `folder` is where it is typed. */
export function probeLine({ id, object }: Design, url: string, folder: string): string {
  const story = STORIES[id];
  if (story === undefined) return `npx counter-probe run ${BY_OBJECT[object](url)}`;
  const file = fileURLToPath(packageFile(`scenarios/${story}.probe.yaml`));
  const path = relative(folder, file);
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return `npx counter-probe run ${quoted} --var base_url=${url}`;
}
