import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { Mistake } from '../text/mistake.ts';
import type { Check, Part, Path } from '../text/source.ts';
import type { YamlFile } from './document.ts';

interface Noted {
  readonly offset: number;
  readonly mistake: Mistake;
}

/** Collects the mistakes of a file and reports the one that stands first in it. */
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
    const [first] = [...this.#noted].sort((a, b) => a.offset - b.offset);
    if (!first) return;
    const { message, mend } = first.mistake;
    throw new ProbeError('scenario', printable(message), {
      place: this.#yaml.placeAt(first.offset),
      mend: mend === null ? null : printable(mend),
    });
  }
}
