import { canonical, digitsOf, type Form, isMissing, textOf, Word } from './form.ts';
import { broken, type Spot } from './format.ts';

type Kind = 'text' | 'a word' | 'a number' | 'neither word, text nor number';

/**
 * What somebody gave things of one sort for names, in one file: as text, so that each has a name of its own. What is
 * no name by itself has its JSON. Two different ones with the same text (`:a` and `"a"`, 1 and `"1"`) are refused:
 * nobody knows whether they are one thing.
 */
export class Labels {
  readonly #file: string;
  readonly #what: string;
  readonly #kinds = new Map<string, Kind>();

  constructor(file: string, what: string) {
    this.#file = file;
    this.#what = what;
  }

  /** null where there is none. Throws a ProbeError. */
  of(form: Form, spot: Spot): string | null {
    if (isMissing(form)) return null;
    const kind = kindOf(form);
    const label = kind === 'text' ? (form as string) : this.#labelOf(form, spot);
    const known = this.#kinds.get(label);
    if (known === undefined) this.#kinds.set(label, kind);
    else if (known !== kind) {
      const what = `the ${this.#what} ${textOf(label)} is ${kind} here, and ${known} further up`;
      throw broken(this.#file, spot, what, 'write it one way if they are the same; give them two names if not');
    }
    return label;
  }

  #labelOf(form: Form, spot: Spot): string {
    if (form instanceof Word) return form.name;
    const text = digitsOf(form) ?? canonical(form);
    if (text !== null) return text;
    throw broken(this.#file, spot, `the ${this.#what} is nested too deep`, 'give it a shorter name');
  }
}

function kindOf(form: Form): Kind {
  if (typeof form === 'string') return 'text';
  if (form instanceof Word) return 'a word';
  return digitsOf(form) === null ? 'neither word, text nor number' : 'a number';
}
