// Right. The same table as in dynamodb-eventual-read, with `ConsistentRead: true`: the answer has every write that was
// acknowledged before it (AWS docs, DynamoDB, "Read consistency": strongly consistent reads), at twice the price, and not
// across regions. A model: the older copy is there, and is not asked.
import type { Design } from '../design.ts';
import { DYNALITE } from './needs.ts';
import { copiedTable } from './older-copy.ts';
import { serveDynamoDb } from './serve-dynamodb.ts';

/** Reads with ConsistentRead. */
export const dynamodbConsistentRead: Design = {
  id: 'dynamodb-consistent-read',
  title: 'an emulator of DynamoDB, read with ConsistentRead, beside a model of a copy that is a second behind',
  kind: 'model',
  object: 'counter',
  right: true,
  finding: null,
  needs: [DYNALITE],
  start: (options) =>
    serveDynamoDb('dynamodb-consistent-read', options, (db) => {
      const table = copiedTable(db, options.lagMs ?? 1000, options.nowMs ?? (() => performance.now()));
      const { set, add, eventualRead, consistentRead } = table;
      return { set, increment: add, read: consistentRead, views: { copied: eventualRead } };
    }),
};
