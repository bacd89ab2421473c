import { encodeUrl } from './text/url.ts';

const REPLACEMENT = '[secret]';

/**
 * Replaces every secret in a text by `[secret]`, whether it stands there plainly or as JSON, URL, form, shell or base64
 * text. Secrets that overlap are blotted out together.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form !== '')
    .sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  const any = new RegExp(forms.map(escaped).join('|'));
  return (text) => (any.test(text) ? blot(text, forms) : text);
}

/** The ways in which a secret may stand in a text. */
function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  const inUrls = urlForms(secret);
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    asciiOnly(json),
    ...inUrls,
    ...inUrls.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    secret.replaceAll("'", `'\\''`),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
}

function urlForms(secret: string): readonly string[] {
  // A lone surrogate has no UTF-8 form.
  const text = secret.replace(/\p{Cs}/gu, '\ufffd');
  const percent = encodeURIComponent(text);
  const strict = percent.replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const ours = encodeUrl(text);
  return [percent, strict, percent.replaceAll('%20', '+'), form, encodeURI(text), ours, ours.replaceAll("'", '%27')];
}

const asciiOnly = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function blot(text: string, forms: readonly string[]): string {
  let out = '';
  let end = 0;
  for (const [from, to] of hits(text, forms)) {
    if (from >= end) out += text.slice(end, from) + REPLACEMENT;
    end = Math.max(end, to);
  }
  return out + text.slice(end);
}

/** Every place of every form, by where it begins. */
function hits(text: string, forms: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) found.push([at, at + form.length]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}
