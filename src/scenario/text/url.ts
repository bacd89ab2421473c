import { Mistake } from './mistake.ts';
import { hasTemplate } from './template.ts';

/** A URL as text, split where its parts meet; each part may hold templates. */
export interface SplitUrl {
  /** `http://host:port`, without credentials. */
  readonly origin: string;
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** Path and query. */
  readonly rest: string;
}

const ABSOLUTE = /^(https?):\/\/([^/?#]*)(.*)$/is;
const NOT_IN_A_URL = /[^A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+/g;

export const isAbsolute = (url: string): boolean => ABSOLUTE.test(url);

/**
 * Splits an http or https URL; throws a Mistake for anything else, and for a host that is not known beforehand.
 * `written` is how the user wrote it, for messages.
 */
export function splitUrl(url: string, written: string = url): SplitUrl {
  const shown = JSON.stringify(written.replace(/\/\/[^/?#]*@/, '//'));
  const match = ABSOLUTE.exec(url);
  if (!match) throw new Mistake(`${shown} is not an http or https URL`, meantUrl(written));
  const [, scheme = '', authority = '', rest = ''] = match;
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  if (hasTemplate(authority)) {
    throw new Mistake(`the host of ${shown} is not known before the run`, 'make it of variables with a fixed value');
  }
  const origin = `${scheme.toLowerCase()}://${host}`;
  if (host === '' || !URL.canParse(origin)) {
    throw new Mistake(`${shown} has no valid host`, 'such as http://127.0.0.1:8080/counter');
  }
  return { origin, credentials: at < 0 ? null : credentialsOf(authority.slice(0, at)), rest };
}

function meantUrl(url: string): string {
  return /^[\w.-]+(?::\d+)?(?:\/|$)/.test(url) ? `did you mean http://${url}?` : 'it begins with http:// or https://';
}

function credentialsOf(text: string): SplitUrl['credentials'] {
  const colon = text.indexOf(':');
  const user = colon < 0 ? text : text.slice(0, colon);
  return { user: decoded(user), password: colon < 0 ? '' : decoded(text.slice(colon + 1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Percent-encodes what a URL cannot hold and leaves the rest, `%xx` included, as it is. */
export function encodeUrl(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(NOT_IN_A_URL, encodeURIComponent);
}
