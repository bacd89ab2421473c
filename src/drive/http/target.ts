import type { ConnectionPolicy } from '../../plan/plan.ts';
import type { Call } from '../../plan/render.ts';
import type { Clock } from '../clock.ts';
import { type Connection, type HangUp, openConnection } from './connection.ts';
import { createConnector } from './connector.ts';
import type { Exchange } from './exchange.ts';
import { type Failure, toFailure } from './failure.ts';
import { MAX_REDIRECTS, nextCall } from './redirect.ts';

/** Adds what is known only when a connection is open, such as cookies that came meanwhile. */
export type Dress = (call: Call) => Call;

const AS_IT_IS: Dress = (call) => call;

/** The system under test, as something that calls can be sent to. Nothing here ever sends a call a second time. */
export interface Target {
  /** Throws a FailureError when there is no connection to be had. */
  readonly open: (call: Pick<Call, 'url' | 'timeoutMs'>) => Promise<Connection>;
  /** One call on a connection of its own, which is closed after. `dress` finishes it as it is sent. Never rejects. */
  readonly send: (call: Call, hangUp?: HangUp | null, dress?: Dress) => Promise<Exchange>;
  /** One call on a connection that stays the caller's. Never rejects. */
  readonly sendOn: (connection: Connection, call: Call, hangUp?: HangUp | null) => Promise<Exchange>;
  /** Follows the redirects of a first answer, where the plan says so. */
  readonly follow: (call: Call, exchange: Exchange) => Promise<Exchange>;
  readonly signal: AbortSignal;
}

export function createTarget(policy: ConnectionPolicy, clock: Clock, signal: AbortSignal): Target {
  const connector = createConnector(policy);
  const open = ({ url, timeoutMs }: Pick<Call, 'url' | 'timeoutMs'>) =>
    openConnection(new URL(url), connector, clock, signal, timeoutMs);

  const sendOnce = async (call: Call, hangUp: HangUp | null = null, dress = AS_IT_IS): Promise<Exchange> => {
    const startNs = clock.now();
    let connection: Connection;
    try {
      connection = await open(call);
    } catch (error) {
      return unopened(startNs, clock.now(), error);
    }
    const exchange = await connection.exchange(dress(call), signal, hangUp);
    connection.close();
    return exchange;
  };

  const follow = async (first: Call, exchange: Exchange): Promise<Exchange> =>
    policy.followRedirects ? followed(first, exchange, sendOnce) : exchange;

  return {
    open,
    follow,
    signal,
    send: async (call, hangUp, dress = AS_IT_IS) => follow(dress(call), await sendOnce(call, hangUp, dress)),
    sendOn: async (connection, call, hangUp) => follow(call, await connection.exchange(call, signal, hangUp)),
  };
}

async function followed(first: Call, exchange: Exchange, send: (call: Call) => Promise<Exchange>): Promise<Exchange> {
  const visited = new Set([nameOf(first)]);
  let call = first;
  let last = exchange;
  for (let hop = 0; last.answer !== null; hop++) {
    const next = nextCall(call, last.answer);
    if (next === null) break;
    const broken = (message: string): Exchange =>
      joined(exchange, { ...last, answer: null, failure: { kind: 'broken', message } });
    if ('refused' in next) return broken(next.refused);
    if (hop === MAX_REDIRECTS) return broken(`more than ${MAX_REDIRECTS} redirects`);
    call = next.call;
    if (visited.has(nameOf(call))) return broken('a redirect that leads in a circle');
    visited.add(nameOf(call));
    last = await send(call);
  }
  return joined(exchange, last);
}

const nameOf = ({ method, url }: Call): string => `${method} ${url}`;

/** The first request is the write; the last answer tells what became of it. */
const joined = (first: Exchange, last: Exchange): Exchange => ({
  ...last,
  startNs: first.startNs,
  sentNs: first.sentNs,
  firstByteNs: first.firstByteNs,
  begun: first.begun,
  followed: first !== last,
});

/** The exchange of a call for which no connection could be opened. */
export const unopened = (startNs: number, endNs: number, error: unknown): Exchange =>
  unsent(startNs, endNs, toFailure(error, 'connect'));

/** The exchange of a call of which nothing was handed to a socket. */
export function unsent(startNs: number, endNs: number, failure: Failure): Exchange {
  return {
    startNs,
    sentNs: null,
    firstByteNs: null,
    endNs,
    begun: false,
    status: null,
    answer: null,
    failure,
    followed: false,
  };
}
