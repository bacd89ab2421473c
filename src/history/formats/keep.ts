import { type History, isOperation, type Mark } from '../history.ts';
import type { Operation } from '../operation.ts';
import type { HistoryStream } from '../reader/stream.ts';
import { OperationTable } from '../reader/table.ts';
import { rolesOf } from './roles.ts';

/** From so many on, operations are kept as columns. */
const MANY = 20_000;

/**
 * All of a stream, in little memory: the operations of a large history are those of an `OperationTable`. The reads of an
 * imported one are told apart by when they were made.
 */
export async function keep(stream: HistoryStream, many = MANY): Promise<History> {
  const { header, batches } = stream;
  const few: Operation[] = [];
  const marks: Mark[] = [];
  let table: OperationTable | null = null;
  let rounds = header.rounds;
  for await (const batch of batches) {
    for (const entry of batch) {
      if (!isOperation(entry)) {
        marks.push(entry);
        continue;
      }
      rounds = Math.max(rounds, entry.round);
      if (table === null && few.length < many) {
        few.push(entry);
        continue;
      }
      table ??= tableOf(few, stream);
      table.add(entry);
    }
  }
  const operations = table === null ? few : table.list;
  const roles = rolesOf(operations, header.clock.errorNs);
  for (let i = 0; i < operations.length; i++) {
    const other = roles(operations[i] as Operation);
    if (other === null) continue;
    if (table === null) few[i] = other;
    else table.replace(i, other);
  }
  return { header: { ...header, rounds }, operations, marks };
}

/** Those that come after the batch that is looked at are made in it. */
function tableOf(few: Operation[], { keepIn }: HistoryStream): OperationTable {
  const table = new OperationTable();
  for (const operation of few.splice(0)) table.add(operation);
  keepIn?.(table);
  return table;
}
