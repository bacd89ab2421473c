import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../guarded/free-port.ts';
import { startGuarded } from '../guarded/guarded.ts';
import { notStarted } from '../start-errors.ts';
import { type DynamoDb, dynamoDb } from './dynamo-db.ts';

const START_WITHIN_MS = 5000;
const POLL_MS = 20;

export interface OwnDynamoDb {
  readonly db: DynamoDb;
  readonly close: () => Promise<void>;
}

/**
 * Starts the emulator in a process of its own, with tables whose key is `id`, and waits until they are active. Rejects
 * with a `ProbeError` when it does not come up.
 */
export async function startDynalite(tables: readonly string[]): Promise<OwnDynamoDb> {
  const port = await freePort();
  const program = join(dirname(createRequire(import.meta.url).resolve('dynalite')), 'cli.js');
  const at = ['--host', '127.0.0.1', '--port', String(port), '--createTableMs', '0'];
  const server = await startGuarded('dynalite', {
    prepare: [],
    server: { command: process.execPath, args: [program, ...at], env: {} },
    runAs: null,
    stopSignal: 'SIGTERM',
  });
  const db = dynamoDb(`http://127.0.0.1:${port}`);
  let why: string | null = null;
  void server.ended.then((reason) => {
    why = reason;
  });
  for (let waited = 0; waited < START_WITHIN_MS && why === null; waited += POLL_MS) {
    if (await db('ListTables', {}).catch(() => null)) {
      for (const table of tables) await createTable(db, table);
      return { db, close: server.close };
    }
    await setTimeout(POLL_MS);
  }
  await server.close();
  throw notStarted('dynalite', why ?? `no answer within ${START_WITHIN_MS} ms`);
}

async function createTable(db: DynamoDb, TableName: string): Promise<void> {
  await db('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  for (;;) {
    const { Table } = (await db('DescribeTable', { TableName })) as {
      readonly Table: { readonly TableStatus: string };
    };
    if (Table.TableStatus === 'ACTIVE') return;
    await setTimeout(POLL_MS);
  }
}
