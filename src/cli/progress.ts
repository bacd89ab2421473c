import type { ProgressEvent } from '../drive/progress.ts';
import { printable } from '../history/printable.ts';
import type { CliIo } from './io.ts';

/** Least time between two drawings of the live line. */
const EVERY_MS = 80;
const ERASE = '\r\u001b[2K';

export interface Progress {
  readonly tell: (event: ProgressEvent) => void;
  /** Takes the live line away. */
  readonly end: () => void;
}

export const SILENT: Progress = { tell: () => {}, end: () => {} };

/** Talk on stderr while a run goes on: at a terminal one live line; elsewhere only what was guessed. */
export function progress(io: CliIo, { verbose }: { readonly verbose: boolean }): Progress {
  const live = io.stderr.isTTY && io.env.TERM !== 'dumb';
  let drawnMs = 0;
  let round = '';
  let shown = false;
  const erase = (): void => {
    if (shown) io.stderr.write(ERASE);
    shown = false;
  };
  const draw = (line: string): void => {
    const nowMs = io.now().getTime();
    if (nowMs - drawnMs < EVERY_MS) return;
    drawnMs = nowMs;
    shown = true;
    io.stderr.write(ERASE + (round + line).slice(0, (io.stderr.columns ?? 80) - 1));
  };
  return {
    tell(event) {
      if (event.kind === 'round') {
        round = event.rounds > 1 ? `round ${event.round} of ${event.rounds}  ` : '';
        if (live) draw('starting');
      } else if (event.kind === 'guessed') {
        erase();
        io.stderr.write(guess(event));
      } else if (live) draw(lineOf(event));
      else if (verbose && event.kind === 'phase' && event.done === event.phase.count)
        io.stderr.write(`${round}${lineOf(event)}\n`);
    },
    end: erase,
  };
}

type Guessed = Extract<ProgressEvent, { kind: 'guessed' }>;
type Moving = Extract<ProgressEvent, { kind: 'phase' | 'settling' }>;

function guess({ reading, selector, value }: Guessed): string {
  const what = `${printable(reading, 40)}: found a number at ${printable(selector, 200)} (${printable(value, 40)})`;
  return `read ${what}; say --take to choose\n`;
}

function lineOf(event: Moving): string {
  if (event.kind === 'settling')
    return `settling: ${printable(event.reading, 20)} is ${printable(event.value ?? '?', 30)}`;
  return `${printable(event.phase.name, 30)}: ${event.done} of ${event.phase.count}`;
}
