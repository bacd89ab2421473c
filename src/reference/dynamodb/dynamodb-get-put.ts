// Wrong. GetItem, add one, PutItem. Even with a consistent read nothing holds the two together: PutItem replaces the item
// whatever has become of it since (AWS docs, DynamoDB, "PutItem": an item with the same key is replaced), so two that have
// read the same number write the same sum, and each is answered 200. On an emulator of the API.
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { get, put, setAndRead } from './counters.ts';
import type { DynamoDb } from './dynamo-db.ts';
import { DYNALITE } from './needs.ts';
import { serveDynamoDb } from './serve-dynamodb.ts';

const getPutCounter = (db: DynamoDb): Counter => ({
  ...setAndRead(db),
  async increment(key) {
    const n = (await get(db, 'counters', key)) + 1;
    await put(db, 'counters', key, n);
    return n;
  },
});

/** GetItem, add one, PutItem. */
export const dynamodbGetPut: Design = {
  id: 'dynamodb-get-put',
  title: 'an emulator of DynamoDB: GetItem, add one, PutItem',
  kind: 'emulator',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [DYNALITE],
  start: (options) => serveDynamoDb('dynamodb-get-put', options, getPutCounter),
};
