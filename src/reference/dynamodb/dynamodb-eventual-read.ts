// Wrong for who must see their own write, or a number less than a second old. Writes are added in the store in one step;
// reads are GetItem as it comes, without `ConsistentRead`, and may be answered from a copy that does not have the latest
// write yet (AWS docs, DynamoDB, "Read consistency": eventually consistent by default, half the price). Nothing is lost:
// once writes stop, reads catch up. A model: the emulator has no copies, so one that is a second behind is kept here.
import type { Design } from '../design.ts';
import { DYNALITE } from './needs.ts';
import { copiedTable } from './older-copy.ts';
import { serveDynamoDb } from './serve-dynamodb.ts';

/** Reads that may be answered from an older copy. */
export const dynamodbEventualRead: Design = {
  id: 'dynamodb-eventual-read',
  title: 'an emulator of DynamoDB, read without ConsistentRead: a model of a copy that is a second behind',
  kind: 'model',
  object: 'counter',
  right: false,
  finding: 'CP108',
  needs: [DYNALITE],
  start: (options) =>
    serveDynamoDb('dynamodb-eventual-read', options, (db) => {
      const table = copiedTable(db, options.lagMs ?? 1000, options.nowMs ?? (() => performance.now()));
      const { set, add, eventualRead, consistentRead } = table;
      return { set, increment: add, read: eventualRead, views: { stored: consistentRead } };
    }),
};
