import type { ConnectionPolicy } from '../../plan/plan.ts';

/** Where the socket of a URL really goes: curl's `--connect-to`, `--resolve`, `--proxy`, `--unix-socket`. */
export interface Route {
  readonly protocol: 'http:' | 'https:';
  /** The name asked for: in Host, SNI and the certificate. */
  readonly hostname: string;
  readonly port: number;
  /** What is connected to. */
  readonly address: string;
  readonly addressPort: number;
  readonly proxy: URL | null;
}

const DEFAULT_PORT = { 'http:': 80, 'https:': 443 } as const;

export function routeOf(url: URL, policy: ConnectionPolicy): Route {
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? DEFAULT_PORT[protocol] : Number(url.port);
  const to = connectTo(hostname, port, policy);
  return {
    protocol,
    hostname,
    port,
    address: resolved(to.host, to.port, policy) ?? to.host,
    addressPort: to.port,
    proxy:
      policy.proxy !== null && policy.unixSocket === null && !bypasses(hostname, policy.noProxy)
        ? new URL(policy.proxy)
        : null,
  };
}

function connectTo(host: string, port: number, policy: ConnectionPolicy): { host: string; port: number } {
  const rule = policy.connectTo.find(
    (r) => (r.host === null || sameHost(r.host, host)) && (r.port === null || r.port === port),
  );
  return { host: bare(rule?.toHost ?? host), port: rule?.toPort ?? port };
}

function resolved(host: string, port: number, policy: ConnectionPolicy): string | null {
  const rule = policy.resolve.find(
    (r) => (r.host === '*' || sameHost(r.host, host)) && (r.port === null || r.port === port),
  );
  return rule ? bare(rule.address) : null;
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
const sameHost = (a: string, b: string): boolean => bare(a).toLowerCase() === bare(b).toLowerCase();

/** `a.example` and `.a.example` both cover the name and all below it, as in curl. */
function bypasses(host: string, noProxy: readonly string[]): boolean {
  return noProxy.some((entry) => {
    const name = bare(entry).replace(/^\./, '').toLowerCase();
    return entry === '*' || host.toLowerCase() === name || host.toLowerCase().endsWith(`.${name}`);
  });
}
