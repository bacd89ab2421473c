import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { Mistake } from '../text/mistake.ts';
import type { Check, Part, Path } from '../text/source.ts';
import type { YamlFile } from './document.ts';

interface Noted {
  readonly offset: number;
  readonly mistake: Mistake;
}

/** Collects the mistakes of a file and reports the one that stands first in it, with the others. */
export class FileCheck implements Check {
  readonly #yaml: YamlFile;
  readonly #noted: Noted[] = [];

  constructor(yaml: YamlFile) {
    this.#yaml = yaml;
  }

  attempt<T>(path: Path, fallback: T, make: () => T, part: Part = 'value'): T {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      this.note(path, part, error);
      return fallback;
    }
  }

  note(path: Path, part: Part, mistake: Mistake): void {
    this.noteAt(this.#yaml.offsetOf(path, part), mistake);
  }

  noteAt(offset: number, mistake: Mistake): void {
    this.#noted.push({ offset, mistake });
  }

  settle(): void {
    const sorted = [...this.#noted].sort((a, b) => a.offset - b.offset);
    // Of several at one place the others mostly follow from the first.
    const apart = sorted.filter(({ offset }, i) => offset !== sorted[i - 1]?.offset);
    const [first, ...rest] = apart;
    if (first !== undefined)
      throw this.#errorOf(
        first,
        rest.map((one) => this.#errorOf(one)),
      );
  }

  #errorOf({ offset, mistake: { message, mend } }: Noted, others: readonly ProbeError[] = []): ProbeError {
    return new ProbeError('scenario', printable(message), {
      place: this.#yaml.placeAt(offset),
      mend: mend === null ? null : printable(mend),
      others,
    });
  }
}
