import { ednSyntax } from './edn-syntax.ts';
import { openEvents } from './events.ts';
import type { Format } from './format.ts';
import { ednText } from './print.ts';
import { eventsOf } from './write-events.ts';

/** The histories of Jepsen: a map for each call and for each completion, one a line or all in one vector. */
export const edn: Format = {
  name: 'edn',
  title: 'Jepsen EDN',
  read: (chunks, file, options = {}) => openEvents(chunks, file, options, ednSyntax),
  *write(history) {
    if (history.operations.length === 0) yield '[]\n';
    for (const event of eventsOf(history, 'edn')) yield `${ednText(event)}\n`;
  },
};
