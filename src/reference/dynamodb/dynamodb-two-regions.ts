// Wrong across regions. Each region adds in one step, to its own table, and tells the other what the item became; of two
// that were written meanwhile the later one stands, whole (AWS docs, DynamoDB, "Global tables", "Multi-Region eventual
// consistency": last writer wins). An ADD that is atomic in its region is so written over by the other's. A model: two
// tables of an emulator, and requests that reach them in turn; an item arrives 20 ms later (`lagMs`).
import type { Counter } from '../counter/counter.ts';
import type { Design } from '../design.ts';
import { get, numberIn } from './counters.ts';
import { conditionFailed, type DynamoDb } from './dynamo-db.ts';
import { DYNALITE } from './needs.ts';
import { serveDynamoDb } from './serve-dynamodb.ts';

const LAG_MS = 20;
const REGIONS = ['counters-europe', 'counters-america'] as const;
type Region = (typeof REGIONS)[number];

interface Image {
  readonly key: string;
  readonly n: number;
  /** When it was written. */
  readonly at: number;
}

/** The later one stands. */
async function arrive(db: DynamoDb, region: Region, { key, n, at }: Image): Promise<void> {
  await db('PutItem', {
    TableName: region,
    Item: { id: { S: key }, n: { N: String(n) }, at: { N: String(at) } },
    ConditionExpression: 'attribute_not_exists(id) OR #at < :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':at': { N: String(at) } },
  }).catch((error: unknown) => {
    if (!conditionFailed(error)) throw error;
  });
}

async function addIn(db: DynamoDb, region: Region, key: string, at: number): Promise<Image> {
  const { Attributes } = await db('UpdateItem', {
    TableName: region,
    Key: { id: { S: key } },
    UpdateExpression: 'ADD n :one SET #at = :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':one': { N: '1' }, ':at': { N: String(at) } },
    ReturnValues: 'UPDATED_NEW',
  });
  return { key, n: numberIn(Attributes), at };
}

function twoRegionCounter(db: DynamoDb, lagMs: number): Counter {
  let requests = 0;
  let written = 0;
  const nearest = (): Region => REGIONS[requests++ % 2 === 0 ? 0 : 1];
  const later = (region: Region, image: Image) =>
    void setTimeout(() => void arrive(db, region, image).catch(() => {}), lagMs);
  return {
    async set(key, n) {
      written += 1;
      for (const region of REGIONS) await arrive(db, region, { key, n, at: written });
    },
    async increment(key) {
      const here = nearest();
      const there = REGIONS[here === REGIONS[0] ? 1 : 0];
      written += 1;
      const image = await addIn(db, here, key, written);
      if (lagMs === 0) await arrive(db, there, image);
      else later(there, image);
      return image.n;
    },
    read: (key) => get(db, nearest(), key),
  };
}

/** ADD in two regions, of which the later one stands. */
export const dynamodbTwoRegions: Design = {
  id: 'dynamodb-two-regions',
  title: 'two tables of an emulator of DynamoDB, replicated 20 ms later, last writer wins: a model of global tables',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP101',
  needs: [DYNALITE],
  start: (options) =>
    serveDynamoDb('dynamodb-two-regions', options, (db) => twoRegionCounter(db, options.lagMs ?? LAG_MS), REGIONS),
};
