import { formsOf } from './text/forms.ts';

const REPLACEMENT = '[secret]';

/** Letters by which forms are looked up; few secrets are shorter. */
const LEAD = 4;

/** Hides secrets, those that are known and those that become known. */
export interface Hiding {
  /**
   * Replaces every secret known by now in a text by `[secret]`, whether it stands there plainly or as JSON, HTML, URL,
   * form, shell, hex or base64 text, long ones in any one case. Secrets that overlap are blotted out together.
   */
  readonly redact: (text: string) => string;
  /** From now on these are hidden too; gives those that were not yet. */
  readonly hide: (secrets: readonly string[]) => readonly string[];
  /** Length of the longest form in which a secret may stand in a text, in characters. */
  readonly longest: () => number;
}

export function hiding(secrets: readonly string[]): Hiding {
  const known = new Set<string>();
  const byLead = new Map<string, string[]>();
  let longest = 0;
  const add = (form: string) => {
    if (form === '') return;
    const lead = form.slice(0, LEAD);
    const others = byLead.get(lead);
    if (others === undefined) byLead.set(lead, [form]);
    else if (!others.includes(form)) others.push(form);
    longest = Math.max(longest, form.length);
  };
  const hide = (more: readonly string[]) => {
    const fresh = more.filter((secret) => !known.has(secret));
    for (const secret of fresh) {
      known.add(secret);
      for (const form of formsOf(secret)) add(form);
    }
    return fresh;
  };
  hide(secrets);
  return { hide, longest: () => longest, redact: (text) => (byLead.size === 0 ? text : blot(text, byLead)) };
}

/** As `redact` of `Hiding`, for secrets that are all known. */
export const redactor = (secrets: readonly string[]): ((text: string) => string) => hiding(secrets).redact;

type Forms = ReadonlyMap<string, readonly string[]>;

function blot(text: string, forms: Forms): string {
  let out = '';
  let end = 0;
  for (const [from, to] of hits(text, forms)) {
    if (from >= end) out += text.slice(end, from) + REPLACEMENT;
    end = Math.max(end, to);
  }
  return out + text.slice(end);
}

/** Every place of a form, by where it begins; of those that begin at one place, the longest. */
function hits(text: string, forms: Forms): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (let at = 0; at < text.length; at++) {
    let length = 0;
    for (let lead = 1; lead <= LEAD; lead++) {
      for (const form of forms.get(text.slice(at, at + lead)) ?? [])
        if (form.length > length && text.startsWith(form, at)) length = form.length;
    }
    if (length > 0) found.push([at, at + length]);
  }
  return found;
}
