import type { Question } from '../../compare/measurements.ts';
import type { ProgressEvent } from '../../drive/progress.ts';
import { printable } from '../../history/printable.ts';
import type { CliIo } from '../io.ts';
import { hasLiveLine, LiveLine } from '../live-line.ts';
import { progress } from '../progress.ts';

const LONGEST_ID = 60;

/** What is asked of whom, on one live line where stderr can show one. */
export class Board {
  readonly #io: CliIo;
  readonly #line: LiveLine | null;
  readonly #asked = new Map<object, string>();
  readonly #guessed = new Set<string>();

  constructor(io: CliIo) {
    this.#io = io;
    this.#line = hasLiveLine(io) ? new LiveLine(io) : null;
  }

  /** Shows a question until the function that it gives is called. */
  begin(id: string, question: Question | 'starting', more = ''): () => void {
    const one = {};
    this.#asked.set(one, `${printable(id, LONGEST_ID)}: ${question}${more}`);
    this.#draw();
    return () => {
      this.#asked.delete(one);
      this.#draw();
    };
  }

  /** Tells once of each counter where its number was found. */
  tell(id: string, event: ProgressEvent): void {
    if (event.kind !== 'guessed' || this.#guessed.has(id)) return;
    this.#guessed.add(id);
    this.#line?.erase();
    progress(this.#io, { verbose: false }).tell(event);
  }

  #draw(): void {
    const asked = [...this.#asked.values()];
    if (asked.length === 0) this.#line?.erase();
    else this.#line?.now(asked.join(', '));
  }
}
