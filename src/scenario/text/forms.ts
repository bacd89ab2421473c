import { encodeUrl } from './url.ts';

/** In another case shorter words would blot out what is no secret. */
const LEAST_ANY_CASE = 8;

/** The ways in which a secret may stand in a text: as it is, and as JSON, HTML, URL, form, shell, hex or base64 text. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  return [
    ...inCases(secret),
    ...jsonForms(secret),
    ...urlForms(secret),
    ...htmlForms(secret),
    secret.replaceAll("'", `'\\''`),
    ...base64Forms(bytes),
    hex,
    hex.toUpperCase(),
  ];
}

function inCases(secret: string): readonly string[] {
  return secret.length < LEAST_ANY_CASE ? [secret] : [secret, secret.toLowerCase(), secret.toUpperCase()];
}

/** As a whole, and as it stands amid other bytes: what is not of it alone is left out, and what is too short to tell. */
function base64Forms(bytes: Buffer): readonly string[] {
  const whole = bytes.toString('base64');
  const amid = [0, 1, 2].map((ahead) => {
    const text = Buffer.concat([Buffer.alloc(ahead), bytes]).toString('base64');
    return text.slice(Math.ceil((ahead * 8) / 6), Math.floor(((ahead + bytes.length) * 8) / 6));
  });
  const all = [whole, whole.replace(/=+$/, ''), ...amid.filter(({ length }) => length >= LEAST_ANY_CASE)];
  return [...all, ...all.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** What writers of JSON put as `\uXXXX` beside what they must: nothing, what is not ASCII, and what HTML takes for its own. */
const ESCAPED: readonly RegExp[] = [
  /[^\x20-\x7e]/g,
  /[<>&\u2028\u2029]/g,
  /[<>&]|[^\x20-\x7e]/g,
  /[<>&'=]/g,
  /[<>&']|[^\x20-\x7e]/g,
  /[<>&'+`]|[^\x20-\x7e]/g,
];

function jsonForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const quoted = json.replaceAll('\\"', '"');
  const escaped = ESCAPED.flatMap((letters) =>
    [json, quoted.replaceAll('"', '\\u0022')].flatMap((text) => [
      text.replace(letters, codePoint),
      text.replace(letters, (letter) => `\\u${codePoint(letter).slice(2).toUpperCase()}`),
    ]),
  );
  const all = [json, ...escaped];
  return [...all, ...all.map((text) => text.replaceAll('/', '\\/'))];
}

const codePoint = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

function urlForms(secret: string): readonly string[] {
  // A lone surrogate has no UTF-8 form.
  const text = secret.replace(/\p{Cs}/gu, '\ufffd');
  const percent = encodeURIComponent(text);
  const strict = percent.replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const ours = encodeUrl(text);
  const all = [
    percent,
    strict,
    percent.replaceAll('%20', '+'),
    form,
    encodeURI(text),
    ours,
    ours.replaceAll("'", '%27'),
  ];
  return [...all, ...all.map((one) => one.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

/** How libraries write the letters that HTML and XML take for their own; others they leave. */
const ENTITIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { '"': '&quot;' },
  { '"': '&#34;', "'": '&#39;' },
  { '"': '&quot;', "'": '&#39;' },
  { '"': '&quot;', "'": '&#039;' },
  { '"': '&quot;', "'": '&#x27;' },
  { '"': '&#x22;', "'": '&#x27;' },
  { '"': '&quot;', "'": '&apos;' },
  { '"': '&quot;', "'": '&#x27;', '/': '&#x2F;' },
  { '"': '&quot;', "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' },
];

function htmlForms(secret: string): readonly string[] {
  return ENTITIES.map((entities) => {
    const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...entities };
    return secret.replace(/[&<>"'/`=]/g, (letter) => named[letter] ?? letter);
  });
}
