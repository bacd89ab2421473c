import { isIP } from 'node:net';
import { CONNECTION } from '../parts/defaults.ts';
import { basic } from '../parts/request.ts';
import type { ConnectionPolicy } from '../scenario.ts';
import type { ConnectionFlags } from './types.ts';
import { flagFile, flagSeconds, usage } from './values.ts';

export interface ConnectionChoice {
  readonly connection: ConnectionPolicy;
  /** Passwords among the flags, in the forms in which they are sent. */
  readonly secrets: readonly string[];
}

/** Reads curl's connection flags, files included. Throws a ProbeError. */
export function connectionFromFlags(flags: ConnectionFlags): ConnectionChoice {
  const { cert, keyPassword } = certificate(flags.cert);
  const proxy = flags.proxy ? proxyUrl(flags.proxy) : null;
  const connection: ConnectionPolicy = {
    ...CONNECTION,
    ...(flags.connectTimeout === undefined
      ? {}
      : { connectTimeoutMs: flagSeconds('--connect-timeout', flags.connectTimeout) }),
    verifyTls: !flags.insecure,
    ca: flags.cacert === undefined ? null : pem('--cacert', flags.cacert),
    cert,
    key: flags.key === undefined ? cert : pem('--key', flags.key),
    keyPassword,
    proxy: proxy?.href ?? null,
    noProxy: (flags.noproxy ?? '').split(/[\s,]+/).filter((name) => name !== ''),
    resolve: (flags.resolve ?? []).flatMap(resolveRules),
    connectTo: (flags.connectTo ?? []).map(connectRule),
    unixSocket: flags.unixSocket ?? null,
    followRedirects: flags.location ?? false,
  };
  return { connection, secrets: [...(keyPassword ? [keyPassword] : []), ...proxySecrets(proxy)] };
}

function pem(flag: string, path: string): string {
  const text = flagFile(flag, path).toString('utf8');
  if (!text.includes('-----BEGIN '))
    throw usage(flag, `found no PEM text in ${path}`, 'it takes a file that begins with -----BEGIN …-----');
  return text;
}

/** `file[:password]`; a colon of the file's name is written `\:`. */
function certificate(text: string | undefined): { cert: string | null; keyPassword: string | null } {
  if (text === undefined) return { cert: null, keyPassword: null };
  const [, path = '', password] = /^((?:\\.|[^:\\])+)(?::(.*))?$/s.exec(text) ?? [];
  return { cert: pem('-E/--cert', path.replace(/\\([:\\])/g, '$1')), keyPassword: password ?? null };
}

/** `[protocol://][user:password@]host[:port]`; http and port 1080 unless said otherwise, as in curl. */
function proxyUrl(text: string): URL {
  const [, scheme = 'http', rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(.*)$/s.exec(text) ?? [];
  // Neither is the text shown: it may hold a password.
  if (!/^https?$/i.test(scheme)) throw usage('-x/--proxy', `takes an http or https proxy, not ${scheme}`);
  const url = `${scheme}://${rest}`;
  if (!URL.canParse(url))
    throw usage('-x/--proxy', 'was given no valid address', 'it takes [http://][user:password@]host[:port]');
  const proxy = new URL(url);
  if (!/:\d+\/?$/.test(rest) && proxy.port === '') proxy.port = '1080';
  return proxy;
}

function proxySecrets(proxy: URL | null): readonly string[] {
  if (!proxy?.password) return [];
  const [user, password] = [decodeURIComponent(proxy.username), decodeURIComponent(proxy.password)];
  return [password, basic(user, password)[1].slice('Basic '.length)];
}

const RESOLVE = /^\+?(\*|\[[^\]]+\]|[^:[\]]+):(\d{1,5}|\*):(.+)$/;

function resolveRules(text: string): ConnectionPolicy['resolve'] {
  const [, host = '', port = '', addresses = ''] = RESOLVE.exec(text) ?? [];
  const rules = addresses.split(',').map((address) => ({
    host: bare(host),
    port: port === '*' ? null : Number(port),
    address: bare(address.trim()),
  }));
  if (rules.every(({ address }) => isIP(address) !== 0)) return rules;
  throw usage('--resolve', `takes host:port:address, not ${JSON.stringify(text)}`, 'such as example.com:443:127.0.0.1');
}

const CONNECT_TO = /^(\[[^\]]*\]|[^:]*):(\d{0,5}):(\[[^\]]*\]|[^:]*):(\d{0,5})$/;

function connectRule(text: string): ConnectionPolicy['connectTo'][number] {
  const match = CONNECT_TO.exec(text);
  if (!match)
    throw usage(
      '--connect-to',
      `takes host1:port1:host2:port2, not ${JSON.stringify(text)}`,
      'any of the four may be empty',
    );
  const [, host = '', port = '', toHost = '', toPort = ''] = match;
  return {
    host: bare(host) || null,
    port: port ? Number(port) : null,
    toHost: bare(toHost) || null,
    toPort: toPort ? Number(toPort) : null,
  };
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
