// Right. The increment and the id of its event are one UpdateItem of one item, on condition that the id is not there yet:
// a single call is all or nothing (AWS docs, DynamoDB, "Condition expressions"; both values are worked out from the item
// as it was, "Update expressions"). An event that comes again fails the condition, and is answered what the first made.
// An item holds 400 KB, so ids must be taken out again after a while; for more there is TransactWriteItems with an item
// for each event, which this emulator of the API does not have.
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { add, setAndRead } from './counters.ts';
import { conditionFailed, type DynamoDb } from './dynamo-db.ts';
import { DYNALITE } from './needs.ts';
import { serveDynamoDb } from './serve-dynamodb.ts';

type Attributes = Readonly<Record<string, { readonly N: string }>>;

async function once(db: DynamoDb, key: string, event: string): Promise<number> {
  const name = `event:${event}`;
  const item = { TableName: 'counters', Key: { id: { S: key } } };
  try {
    const { Attributes: made } = await db('UpdateItem', {
      ...item,
      ConditionExpression: 'attribute_not_exists(#event)',
      UpdateExpression: 'SET n = if_not_exists(n, :zero) + :one, #event = if_not_exists(n, :zero) + :one',
      ExpressionAttributeNames: { '#event': name },
      ExpressionAttributeValues: { ':zero': { N: '0' }, ':one': { N: '1' } },
      ReturnValues: 'UPDATED_NEW',
    });
    return Number((made as Attributes)[name]?.N);
  } catch (error) {
    if (!conditionFailed(error)) throw error;
    const { Item: found } = await db('GetItem', { ...item, ConsistentRead: true });
    return Number((found as Attributes)[name]?.N);
  }
}

const eventCounter = (db: DynamoDb): Counter => ({
  ...setAndRead(db),
  increment: (key, event) => (event === null ? add(db, 'counters', key) : once(db, key, event)),
});

/** Event id and increment in one UpdateItem. */
export const retryEventsDynamodb: Design = {
  id: 'retry-events-dynamodb',
  title: 'an emulator of DynamoDB: the id of the event and the increment in one conditional UpdateItem',
  kind: 'emulator',
  object: 'counter',
  right: true,
  finding: null,
  needs: [DYNALITE],
  start: (options) => serveDynamoDb('retry-events-dynamodb', options, eventCounter),
};
