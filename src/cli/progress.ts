import type { ProgressEvent } from '../drive/progress.ts';
import { type HistoryEntry, type HistoryHeader, isOperation, isSettle } from '../history/history.ts';
import { printable } from '../history/printable.ts';
import type { CliIo } from './io.ts';
import { hasLiveLine, LiveLine } from './live-line.ts';

export interface Progress {
  readonly tell: (event: ProgressEvent) => void;
  /** The history as it happens: what the events leave out is seen there. */
  readonly header: (header: HistoryHeader) => void;
  readonly entry: (entry: HistoryEntry) => void;
  /** Takes the live line away. */
  readonly end: () => void;
}

export interface ProgressOptions {
  /** Also at the end of each phase where there is no terminal. */
  readonly verbose: boolean;
  /** In front of the live line. */
  readonly title?: string;
}

/** Talk on stderr while a run goes on: at a terminal one live line; elsewhere only what was guessed. */
export function progress(io: CliIo, { verbose, title = '' }: ProgressOptions): Progress {
  const line = hasLiveLine(io) ? new LiveLine(io) : null;
  let phases = 0;
  let severalReadings = false;
  let front = '';
  const told = {
    round({ round, rounds }: Event<'round'>): void {
      front = `${title === '' ? '' : `${title}  `}${roundWords(round, rounds)}`;
      line?.now(`${front}starting`);
    },
    guessed(event: Event<'guessed'>): void {
      line?.erase();
      io.stderr.write(guess(event));
    },
    phase({ phase: { name, count }, done }: Event<'phase'>): void {
      const text = `${front}${printable(name, 30)}: ${done} of ${count}`;
      const isEdge = done === 0 || done === count;
      if (line !== null) line[isEdge ? 'now' : 'soon'](text);
      else if (verbose && done === count) io.stderr.write(`${text}\n`);
    },
    settling({ reading, value }: Event<'settling'>): void {
      const which = severalReadings ? `${printable(reading, 20)} ` : '';
      line?.now(`${front}settling: ${which}${printable(value ?? '?', 30)}`);
    },
  };
  return {
    tell: (event) => told[event.kind](event as never),
    header(header) {
      phases = header.phases.length;
      severalReadings = header.readings.length > 1;
    },
    entry(entry) {
      const isLast = !isOperation(entry) && isSettle(entry) && entry.phaseIndex === phases - 1;
      if (isLast) line?.now(`${front}watching`);
    },
    end: () => line?.erase(),
  };
}

const roundWords = (round: number, rounds: number | null): string =>
  rounds === 1 ? '' : `round ${round}${rounds === null ? '' : ` of ${rounds}`}  `;

type Event<K extends ProgressEvent['kind']> = Extract<ProgressEvent, { readonly kind: K }>;

function guess({ reading, selector, value }: Event<'guessed'>): string {
  const what = `${printable(reading, 40)}: found a number at ${printable(selector, 200)} (${printable(value, 40)})`;
  return `read ${what}; say --take to choose\n`;
}
