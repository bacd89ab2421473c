import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { ConnectionPolicy } from '../../plan/plan.ts';
import { timerMs } from '../clock.ts';
import { fail, toFailure } from './failure.ts';
import { type Route, routeOf } from './route.ts';

/** Opens sockets, ready for a request: TCP, TLS, and the tunnel of a proxy, but not one byte of a request. */
export interface Connector {
  readonly open: (url: URL) => Promise<Socket>;
  /** The request target when a plain-HTTP proxy forwards (absolute form), else the path alone. */
  readonly requestTarget: (url: URL) => string;
  /** `Proxy-Authorization` for a forwarded request, or null. */
  readonly proxyAuthorization: (url: URL) => string | null;
}

type Connect = ReturnType<typeof buildConnector>;

/** One connector serves a whole run, so that TLS sessions are taken up again. */
export function createConnector(policy: ConnectionPolicy): Connector {
  const connect = buildConnector(connectOptions(policy));
  const forwards = (route: Route) => route.proxy !== null && route.protocol === 'http:';
  return {
    async open(url) {
      const route = routeOf(url, policy);
      if (route.proxy === null) return dial(connect, route.protocol, route.address, route.addressPort, route.hostname);
      const { proxy } = route;
      if (forwards(route)) return dial(connect, proxyProtocol(proxy), hostOf(proxy), portOf(proxy), hostOf(proxy));
      return dial(
        connect,
        'https:',
        route.address,
        route.addressPort,
        route.hostname,
        await tunnel(connect, route, proxy, policy.connectTimeoutMs),
      );
    },
    requestTarget(url) {
      const path = url.pathname + url.search;
      return forwards(routeOf(url, policy)) ? url.origin + path : path;
    },
    proxyAuthorization(url) {
      const route = routeOf(url, policy);
      return route.proxy !== null && forwards(route) ? basic(route.proxy) : null;
    },
  };
}

function connectOptions(policy: ConnectionPolicy): NonNullable<Parameters<typeof buildConnector>[0]> {
  return {
    timeout: timerMs(policy.connectTimeoutMs),
    rejectUnauthorized: policy.verifyTls,
    ...(policy.unixSocket !== null && { socketPath: policy.unixSocket }),
    ...(policy.ca !== null && { ca: policy.ca }),
    ...(policy.cert !== null && { cert: policy.cert }),
    ...(policy.key !== null && { key: policy.key }),
    ...(policy.keyPassword !== null && { passphrase: policy.keyPassword }),
  };
}

function dial(
  connect: Connect,
  protocol: string,
  hostname: string,
  port: number,
  servername: string,
  httpSocket?: Socket,
): Promise<Socket> {
  const options = {
    protocol,
    hostname,
    host: servername,
    port: String(port),
    servername: sni(servername),
    ...(httpSocket && { httpSocket }),
  };
  return new Promise((resolve, reject) => {
    connect(options as Parameters<Connect>[0], (error, socket) => {
      if (error)
        reject(fail('connect', `no connection to ${servername}:${port}: ${toFailure(error, 'connect').message}`));
      else resolve(socket as Socket);
    });
  });
}

/** SNI carries names, never addresses (RFC 6066). */
const sni = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);

/** A tunnel through a proxy (CONNECT) for TLS. */
async function tunnel(connect: Connect, route: Route, proxy: URL, timeoutMs: number): Promise<Socket> {
  const authorization = basic(proxy);
  const client = new Client(proxy.origin, { connect, pipelining: 1, headersTimeout: timerMs(timeoutMs) });
  const authority = `${route.address.includes(':') ? `[${route.address}]` : route.address}:${route.addressPort}`;
  try {
    const answer = await client.connect({
      path: authority,
      headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
    });
    if (answer.statusCode === 200) return answer.socket as Socket;
    answer.socket.destroy();
    throw fail('connect', `the proxy answered ${answer.statusCode} to CONNECT`);
  } catch (error) {
    client.destroy().catch(() => {});
    throw fail('connect', `no tunnel through the proxy: ${toFailure(error, 'connect').message}`);
  }
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const proxyProtocol = (proxy: URL): string => (proxy.protocol === 'https:' ? 'https:' : 'http:');
const portOf = (proxy: URL): number =>
  proxy.port !== '' ? Number(proxy.port) : proxy.protocol === 'https:' ? 443 : 1080;

function basic(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** As it stands where it is no percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
