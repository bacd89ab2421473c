import type { Counter } from '../counter/counter.ts';
import type { DynamoDb } from './dynamo-db.ts';

interface Item {
  readonly n?: { readonly N: string };
}

/** The number in an item; 0 where there is none. */
export const numberIn = (item: unknown): number => Number((item as Item | undefined)?.n?.N ?? 0);

export const get = async (db: DynamoDb, table: string, key: string): Promise<number> =>
  numberIn((await db('GetItem', { TableName: table, Key: { id: { S: key } }, ConsistentRead: true })).Item);

export const put = async (db: DynamoDb, table: string, key: string, n: number): Promise<void> =>
  void (await db('PutItem', { TableName: table, Item: { id: { S: key }, n: { N: String(n) } } }));

/** Adds one in the store, in one step, and gives what that made. */
export async function add(db: DynamoDb, table: string, key: string): Promise<number> {
  const { Attributes } = await db('UpdateItem', {
    TableName: table,
    Key: { id: { S: key } },
    UpdateExpression: 'ADD n :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
    ReturnValues: 'UPDATED_NEW',
  });
  return numberIn(Attributes);
}

/** What is alike in every counter of one table: the number is put, and read as it stands. */
export const setAndRead = (db: DynamoDb, table = 'counters'): Pick<Counter, 'set' | 'read'> => ({
  set: (key, value) => put(db, table, key, value),
  read: (key) => get(db, table, key),
});
