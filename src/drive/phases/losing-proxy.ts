import type { ConnectionPolicy } from '../../plan/plan.ts';
import type { Exchange } from '../http/exchange.ts';
import { losingRelay, type Relay, type Upstream } from '../http/losing-relay.ts';
import { routeOf } from '../http/route.ts';
import { createTarget, unopened } from '../http/target.ts';
import type { RunningOf } from '../running.ts';
import type { Way } from './send.ts';

/**
 * A way on which a write or its reply is lost: through a relay on loopback, made for each write. TLS is one stream of bytes to a relay, its handshake among them, and
 * another proxy is one more between us and the target: there the cut is on our side.
 */
export function throughProxy(run: RunningOf<'retry'>, onOurSide: Way): Way {
  const { context, phase } = run;
  const { lose } = phase.how;
  return async (write) => {
    const upstream = upstreamOf(new URL(write.call.url), context.plan.connection);
    if (upstream === null) return onOurSide(write);
    const startNs = context.clock.now();
    let relay: Relay;
    try {
      relay = await losingRelay(upstream, lose);
    } catch (error) {
      return unopened(startNs, context.clock.now(), error);
    }
    const target = createTarget(through(context.plan.connection, relay), context.clock, context.signal);
    // Only the time limit is ours: the relay cuts by itself.
    const { afterMs = null } = write.hangUp ?? {};
    const exchange = await target.send(write.call, { afterMs, atReply: false });
    await relay.close();
    return relay.hasCut() ? lost(exchange, lose) : exchange;
  };
}

function upstreamOf(url: URL, policy: ConnectionPolicy): Upstream | null {
  if (policy.unixSocket !== null) return url.protocol === 'http:' ? { path: policy.unixSocket } : null;
  const { protocol, proxy, address, addressPort } = routeOf(url, policy);
  return protocol === 'http:' && proxy === null ? { host: address, port: addressPort } : null;
}

const through = (policy: ConnectionPolicy, { port }: Relay): ConnectionPolicy => ({
  ...policy,
  ...{ unixSocket: null, proxy: null, resolve: [], followRedirects: false },
  connectTo: [{ host: null, port: null, toHost: '127.0.0.1', toPort: port }],
});

/** What the relay cut was lost on purpose. */
function lost(exchange: Exchange, lose: 'reply' | 'request'): Exchange {
  if (exchange.failure?.kind !== 'broken') return exchange;
  const kind = lose === 'reply' ? 'reply-lost' : 'request-lost';
  const message = `a proxy between us and the target lost the ${lose} on purpose`;
  return { ...exchange, failure: { kind, message } };
}
