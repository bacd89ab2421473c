import { openEvents } from './events.ts';
import type { Format } from './format.ts';
import { jsonSyntax } from './json.ts';
import { jsonText } from './print.ts';
import { eventsOf } from './write-events.ts';

/** The maps of Jepsen as JSON objects, one a line or all in one array; elle-cli reads only the array. */
export const elleJson: Format = {
  name: 'elle-json',
  title: 'elle-cli JSON',
  read: (chunks, file, options = {}) => openEvents(chunks, file, options, jsonSyntax),
  *write(history) {
    let before = '[';
    for (const event of eventsOf(history, 'elle-json')) {
      yield `${before}${jsonText(event)}`;
      before = ',\n';
    }
    yield before === '[' ? '[]\n' : ']\n';
  },
};
