import { flagFile, usage } from './values.ts';

/** What decides whether a cookie of a file goes along. */
export interface CookieUrl {
  readonly protocol: string;
  readonly hostname: string;
  readonly path: string;
}

interface Cookie {
  readonly domain: string;
  readonly subdomains: boolean;
  readonly path: string;
  readonly secure: boolean;
  /** Seconds; 0 for the session. */
  readonly expires: number;
  readonly pair: string;
}

/** The Cookie header that curl's `-b` flags make for a URL: `name=value` texts, and files in the Netscape format. null: none. */
export function cookieHeader(given: readonly string[], url: CookieUrl, nowMs: number | null): string | null {
  const parts = given
    .filter((text) => text !== '')
    .flatMap((text) => (text.includes('=') ? [text] : fromFile(text, url, nowMs)));
  return parts.length > 0 ? parts.join('; ') : null;
}

function fromFile(path: string, url: CookieUrl, nowMs: number | null): readonly string[] {
  const cookies = flagFile('-b/--cookie', path).toString('utf8').split(/\r?\n/).flatMap(parseLine);
  if (cookies.length === 0)
    throw usage('-b/--cookie', `found no cookie in ${path}`, 'it takes "name=value", or a file in the Netscape format');
  return cookies
    .filter(
      (cookie) => goesAlong(cookie, url) && (nowMs === null || cookie.expires === 0 || cookie.expires * 1_000 > nowMs),
    )
    .sort((a, b) => b.path.length - a.path.length)
    .map(({ pair }) => pair);
}

function parseLine(line: string): readonly Cookie[] {
  const fields = line.replace(/^#HttpOnly_/, '').split('\t');
  const [domain = '', subdomains, path = '/', secure, expires, name, value = ''] = fields;
  if (domain.startsWith('#') || name === undefined) return [];
  const cookie = {
    domain: domain.replace(/^\./, '').toLowerCase(),
    subdomains: subdomains === 'TRUE',
    path,
    secure: secure === 'TRUE',
    expires: Number(expires) || 0,
    pair: `${name}=${value}`,
  };
  return [cookie];
}

function goesAlong(cookie: Cookie, { protocol, hostname, path }: CookieUrl): boolean {
  const host = hostname.toLowerCase();
  const hostFits = host === cookie.domain || (cookie.subdomains && host.endsWith(`.${cookie.domain}`));
  const folder = cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`;
  const pathFits = path === cookie.path || path.startsWith(folder);
  // curl trusts its own machine with a secure cookie.
  const safe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(host);
  return hostFits && pathFits && (safe || !cookie.secure);
}
