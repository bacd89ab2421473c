import type { CookieJar } from 'tough-cookie';
import type { Call } from '../../plan/render.ts';
import type { Answer } from '../http/exchange.ts';

/** The cookies of one client, as RFC 6265 has them. */
export interface Jar {
  /** Takes in what an answer sets, and tells the values; what is no cookie for that URL is passed over. */
  readonly keep: (url: string, answer: Answer) => readonly string[];
  /** The call with the cookies for its URL; those that it names itself come first, and stand. */
  readonly dress: (call: Call) => Call;
  /** Another one with the same cookies, for now. */
  readonly copy: () => Promise<Jar>;
}

/** Of a client that was never given a cookie. */
export const NO_COOKIES: Jar = { keep: () => [], dress: (call) => call, copy: newJar };

/** An empty jar. The package behind it is loaded with the first one: most runs need none. */
export async function newJar(): Promise<Jar> {
  const { CookieJar } = await import('tough-cookie');
  // Targets are often hosts of one label, or addresses, which the list of public suffixes knows nothing of.
  return jarOf(new CookieJar(undefined, { rejectPublicSuffixes: false, looseMode: true }));
}

function jarOf(jar: CookieJar): Jar {
  return {
    copy: async () => jarOf(jar.cloneSync() ?? jar),
    keep: (url, { headers }) =>
      headers
        .filter(([name]) => name === 'set-cookie')
        .flatMap(([, value]) => jar.setCookieSync(value, url, { ignoreError: true })?.value ?? []),
    dress(call) {
      const own = call.headers.find(([name]) => name.toLowerCase() === 'cookie')?.[1] ?? '';
      const taken = new Set(own.split(';').map(nameOf));
      const kept = jar.getCookiesSync(call.url).filter(({ key }) => !taken.has(key));
      if (kept.length === 0) return call;
      const cookie = [...(own === '' ? [] : [own]), ...kept.map((one) => one.cookieString())].join('; ');
      const headers = call.headers.filter(([name]) => name.toLowerCase() !== 'cookie');
      return { ...call, headers: [...headers, ['Cookie', cookie]] };
    },
  };
}

const nameOf = (pair: string): string => pair.split('=')[0]?.trim() ?? '';
