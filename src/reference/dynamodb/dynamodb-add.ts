// Right. The store adds: an UpdateItem with ADD reads, adds and writes as one step, and calls to one item are taken one
// after another (AWS docs, DynamoDB, "Working with items", "Atomic counters": updates do not interfere). Not idempotent: a
// call that is sent again counts again (same place; see retry-events-dynamodb). On an emulator of the API.
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { add, setAndRead } from './counters.ts';
import type { DynamoDb } from './dynamo-db.ts';
import { DYNALITE } from './needs.ts';
import { serveDynamoDb } from './serve-dynamodb.ts';

const addCounter = (db: DynamoDb): Counter => ({
  ...setAndRead(db),
  increment: (key) => add(db, 'counters', key),
});

/** UpdateItem with ADD. */
export const dynamodbAdd: Design = {
  id: 'dynamodb-add',
  title: 'an emulator of DynamoDB: UpdateItem with ADD',
  kind: 'emulator',
  object: 'counter',
  right: true,
  finding: null,
  needs: [DYNALITE],
  start: (options) => serveDynamoDb('dynamodb-add', options, addCounter),
};
