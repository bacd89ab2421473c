import { requestsOf } from '../scenario/requests.ts';
import type { ConnectionPolicy, Scenario } from '../scenario/scenario.ts';
import { encodeUrl } from '../scenario/text/url.ts';

/**
 * Names or addresses of all hosts that a run of the scenario talks to, after `--resolve` and `--connect-to`, with the
 * proxy where there is one. Empty when all goes through a unix socket.
 */
export function hosts(scenario: Scenario): readonly string[] {
  const { connection } = scenario;
  if (connection.unixSocket !== null) return [];
  const all = requestsOf(scenario).flatMap(({ url, relativeTo }) =>
    reached(new URL(encodeUrl(relativeTo ?? url)), connection),
  );
  return [...new Set(all)];
}

/** Whether a host is this machine itself, however it is written. */
export function isLoopback(host: string): boolean {
  const name = normal(host);
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name) || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(name);
}

/** As a URL has it: lower case, numbers as four, IPv6 shortened and in brackets, no dot at the end. */
function normal(host: string): string {
  const bare = host.replace(/^\[|\]$/g, '');
  const url = `http://${bare.includes(':') ? `[${bare}]` : bare}/`;
  return (URL.canParse(url) ? new URL(url).hostname : host.toLowerCase()).replace(/\.$/, '');
}

function reached(url: URL, connection: ConnectionPolicy): readonly string[] {
  const host = bareHost(url.hostname);
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const to = connection.connectTo.find((rule) => fits(rule.host, host) && fits(rule.port, port));
  const toHost = bareHost(to?.toHost ?? host);
  const toPort = to?.toPort ?? port;
  const rule = connection.resolve.find(
    ({ host: name, port: at }) => (name === '*' || fits(name, toHost)) && fits(at, toPort),
  );
  const address = rule ? bareHost(rule.address) : toHost;
  return connection.proxy === null ? [address] : [bareHost(new URL(connection.proxy).hostname), address];
}

const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase();

function fits(rule: string | number | null, given: string | number): boolean {
  if (rule === null) return true;
  return typeof rule === 'string' ? bareHost(rule) === given : rule === given;
}
