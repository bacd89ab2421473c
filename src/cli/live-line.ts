import type { CliIo } from './io.ts';

/** Least time between two drawings of what only counts on. */
const EVERY_MS = 80;

/** Goes to the start of the line and empties it. */
export const ERASE = '\r\u001b[2K';

/** Whether stderr can show a line that is drawn over itself. */
export const hasLiveLine = ({ stderr, env }: Pick<CliIo, 'stderr' | 'env'>): boolean =>
  stderr.isTTY && env.TERM !== 'dumb';

/** One line on stderr that is drawn over itself. What it was told last is what it shows, at most 80 ms later. */
export class LiveLine {
  readonly #io: CliIo;
  #drawnMs = 0;
  #shown = false;
  #later: NodeJS.Timeout | undefined;

  constructor(io: CliIo) {
    this.#io = io;
  }

  now(text: string): void {
    clearTimeout(this.#later);
    this.#drawnMs = this.#io.now().getTime();
    this.#shown = true;
    this.#io.stderr.write(ERASE + text.slice(0, (this.#io.stderr.columns ?? 80) - 1));
  }

  /** At once, or when the line has stood long enough, unless it is told something else before. */
  soon(text: string): void {
    const waitMs = this.#drawnMs + EVERY_MS - this.#io.now().getTime();
    clearTimeout(this.#later);
    if (waitMs <= 0) this.now(text);
    else this.#later = setTimeout(() => this.now(text), waitMs);
  }

  erase(): void {
    clearTimeout(this.#later);
    if (this.#shown) this.#io.stderr.write(ERASE);
    this.#shown = false;
  }
}
