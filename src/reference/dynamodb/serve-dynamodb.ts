import { counterContract } from '../counter/contract.js';
import type { Counter } from '../counter/counter.ts';
import type { DesignOptions, RunningDesign } from '../design.ts';
import { serve } from '../http/node-server.ts';
import type { DynamoDb } from './dynamo-db.ts';

/**
 * Serves a counter over tables of an emulator that is started for it. Rejects with a `ProbeError` when it does not come up
 * or the port is taken.
 */
export async function serveDynamoDb(
  designId: string,
  { port = 0 }: DesignOptions,
  counterOf: (db: DynamoDb) => Counter,
  tables: readonly string[] = ['counters'],
): Promise<RunningDesign> {
  const { startDynalite } = await import('./dynalite.ts');
  const { db, close } = await startDynalite(tables);
  return serve(designId, counterContract(counterOf(db)), port, close);
}
