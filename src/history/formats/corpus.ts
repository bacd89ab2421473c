import { startOf } from '../base.ts';
import type { History } from '../history.ts';
import type { Operation } from '../operation.ts';
import { isImported } from '../returned.ts';
import { splitByKey } from '../split.ts';
import { carried } from './carried.ts';
import { type CorpusEntry, readCorpus } from './corpus-read.ts';
import { Digits, type FormMap } from './form.ts';
import { broken, type Format } from './format.ts';
import { numbersOf } from './lanes.ts';
import { jsonText } from './print.ts';
import { millisecondsOf } from './times.ts';
import { numberOf } from './write-events.ts';

/** One history a line, small ones for tests of checkers; times are milliseconds, and every line is one counter. */
export const corpus: Format = {
  name: 'corpus',
  title: 'corpus, one history a line',
  async read(chunks, file, options = {}) {
    let only: CorpusEntry | null = null;
    for await (const entry of readCorpus(chunks, file, options)) {
      if (only !== null) {
        const mend = 'judge it as a corpus, or take one line of it';
        throw broken(file, { line: entry.line, column: 1 }, 'there is more than one history in the file', mend);
      }
      only = entry;
    }
    if (only === null)
      throw broken(file, { line: 1, column: 1 }, 'there is no history in the file', 'write one a line');
    const { header, operations } = only.history;
    return { header, batches: once(operations) };
  },
  *write(whole) {
    const history = carried(whole, 'corpus');
    const parts = splitByKey(history);
    if (parts.length === 0) yield corpusLine(history);
    for (const { key, round, operations } of parts) {
      const name = [history.header.scenario, key, round === null ? '' : `round ${round}`].filter((text) => text !== '');
      yield corpusLine({ ...history, operations }, parts.length === 1 ? {} : { id: name.join(' · ') });
    }
  },
};

async function* once(operations: readonly Operation[]): AsyncGenerator<readonly Operation[]> {
  yield operations;
}

/** A history of one counter as a line of a corpus; `more` are its id (the scenario's name) and its labels. */
function corpusLine({ header, operations }: History, more: FormMap = {}): string {
  const { limit } = header;
  // The reads of a run tell that they were ahead of its writes, and those of a line do not.
  const initial = isImported(header) ? header.initial : startOf({ header, operations });
  const processes = numbersOf(operations.map(({ session }) => session));
  const written = operations.map((operation) => writtenOperation(operation, header, processes));
  const { id = header.scenario, ...labels } = more;
  return `${jsonText({
    id,
    variant: variantOf(header, operations),
    initial: initial === null ? null : numberOf(initial),
    limit: limit === null ? null : numberOf(limit),
    ops: written,
    ...labels,
  })}\n`;
}

function variantOf({ limit, step }: History['header'], operations: readonly Operation[]): string {
  if (limit !== null) return 'bounded';
  if (step !== '1' || operations.some(({ amount }) => amount !== undefined)) return 'delta';
  return operations.some(({ upTo }) => upTo !== undefined) ? 'range' : 'unit';
}

function writtenOperation(
  operation: Operation,
  header: History['header'],
  processes: ReadonlyMap<string, number>,
): FormMap {
  const { f, value, invoke, complete, outcome, counts, upTo, session } = operation;
  const isRead = f === 'read';
  const returns = !isRead && value !== null;
  const refused = counts === 'rejected' && header.limit !== null;
  const amount = operation.amount ?? header.step;
  return {
    type: isRead ? 'R' : returns ? 'T' : 'I',
    f: isRead ? 'read' : returns ? 'incget' : 'inc',
    value: value === null ? null : numberOf(value),
    process: processes.get(session),
    invoke: new Digits(millisecondsOf(invoke)),
    complete: complete === null ? null : new Digits(millisecondsOf(complete)),
    outcome: refused ? 'rejected' : outcome,
    ...(isRead || amount === '1' ? {} : { delta: numberOf(amount) }),
    ...(upTo === undefined ? {} : { valueHi: numberOf(upTo) }),
  };
}
