// Right. GetItem, add one, and PutItem on condition that the number is still the one that was read: the check and the write
// are one step, and a write whose condition fails changes nothing (AWS docs, DynamoDB, "Condition expressions" and
// "Optimistic locking"). Whoever is turned away reads again. After many tries it gives up, with a 409: nothing was
// counted. On an emulator of the API.
import { setTimeout } from 'node:timers/promises';
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { Refusal } from '../http/answer.js';
import { get, setAndRead } from './counters.ts';
import { conditionFailed, type DynamoDb } from './dynamo-db.ts';
import { DYNALITE } from './needs.ts';
import { serveDynamoDb } from './serve-dynamodb.ts';

const TRIES = 200;
const MOST_PAUSE_MS = 20;

async function putIfStill(db: DynamoDb, key: string, expected: number, n: number): Promise<boolean> {
  const put = db('PutItem', {
    TableName: 'counters',
    Item: { id: { S: key }, n: { N: String(n) } },
    ConditionExpression: 'attribute_not_exists(id) OR n = :expected',
    ExpressionAttributeValues: { ':expected': { N: String(expected) } },
  });
  return put.then(
    () => true,
    (error: unknown) => {
      if (conditionFailed(error)) return false;
      throw error;
    },
  );
}

const conditionalCounter = (db: DynamoDb): Counter => ({
  ...setAndRead(db),
  async increment(key) {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const n = await get(db, 'counters', key);
      if (await putIfStill(db, key, n, n + 1)) return n + 1;
      await setTimeout(Math.random() * Math.min(MOST_PAUSE_MS, 1 + tried)); // so that the same do not meet again
    }
    throw new Refusal(409, `others came between ${TRIES} times; not counted`);
  },
});

/** GetItem, add one, PutItem on condition. */
export const dynamodbConditional: Design = {
  id: 'dynamodb-conditional',
  title: 'an emulator of DynamoDB: GetItem, add one, PutItem if the number is still the same, else again',
  kind: 'emulator',
  object: 'counter',
  right: true,
  finding: null,
  needs: [DYNALITE],
  start: (options) => serveDynamoDb('dynamodb-conditional', options, conditionalCounter),
};
