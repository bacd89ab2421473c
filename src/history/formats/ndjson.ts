import { createHistoryWriter } from '../codec.ts';
import { openHistory } from '../reader/stream.ts';
import type { Format } from './format.ts';

/** The project's own format, which keeps everything. */
export const ndjson: Format = {
  name: 'ndjson',
  title: 'counter-probe NDJSON',
  read: (chunks, file) => openHistory(chunks, file),
  *write({ header, operations, marks }) {
    const parts: string[] = [];
    const writer = createHistoryWriter((text) => parts.push(text), header);
    for (const entries of [operations, marks]) {
      for (const entry of entries) {
        yield parts.pop() ?? '';
        writer.entry(entry);
      }
    }
    yield parts.pop() ?? '';
    writer.end();
    yield parts.pop() ?? '';
  },
};
