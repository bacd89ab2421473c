import type { OwnServer } from '../design.ts';
import { programMissing } from '../guarded/program.ts';

/** The package that all designs on Redis need. */
export const IOREDIS = 'ioredis@6.0.0';

/** A Redis that is started, or given. */
export const ONE_REDIS: OwnServer = {
  givenBy: 'redisUrl',
  missing: () => programMissing('redis-server', 'apt-get install redis-server'),
};

/** Several that are started and treated badly: always its own. */
export const OWN_REDIS: OwnServer = { ...ONE_REDIS, givenBy: null };
