import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Call } from '../../plan/render.ts';
import type { Clock } from '../clock.ts';
import type { Connector } from './connector.ts';
import { type Answer, type Exchange, Receiver } from './exchange.ts';
import { type Failure, fail, toFailure } from './failure.ts';
import { type HangUp, watchFor } from './hang-up.ts';
import { limitTime } from './limit.ts';
import { type Cut, type HoldBack, Wire } from './wire.ts';

export type { Answer, Exchange, Failure, HangUp };

/** A request whose head is out and whose tail waits. */
export interface Held {
  /** Settles when the head is with the kernel, or the call came to its end before. */
  readonly ready: Promise<void>;
  /** The tail still waits and no byte of an answer has come. */
  readonly waiting: () => boolean;
  /** A byte of the answer came before the tail was handed over. */
  readonly early: () => boolean;
  /** Starts the time limit of the call, whatever came of it so far. */
  readonly limit: () => void;
  /** Sends the one byte that wakes the server and starts nothing; just before the release. */
  readonly nudge: () => void;
  /** Hands the tail over; false when the kernel did not take all of it at once. */
  readonly release: () => boolean;
  /** Hangs up while the tail still waits, so that the request is lost for certain. */
  readonly lose: () => void;
  /** When the tail was handed over (ns), or null. */
  readonly sentNs: () => number | null;
  readonly exchange: Promise<Exchange>;
}

/**
 * One socket with one undici client over it, never replaced: when the socket is gone the connection is dead, so that
 * nothing can be sent a second time behind our back.
 */
export interface Connection {
  readonly usable: () => boolean;
  /** Sends a call and waits for the whole answer, at most its time limit. Never rejects. */
  readonly exchange: (call: Call, signal: AbortSignal, hangUp?: HangUp | null) => Promise<Exchange>;
  /** Sends all of a call but its tail. */
  readonly hold: (call: Call, cut: Cut, signal: AbortSignal, hangUp?: HangUp | null) => Held;
  readonly close: () => void;
}

/** How long the head of a held request may take to leave; its own time limit starts at the release. */
const HEAD_TIMEOUT_MS = 30_000;

/** Opens a connection, ready and warm; throws a FailureError of kind `connect`, `timeout` or `interrupted`. */
export async function openConnection(
  url: URL,
  connector: Connector,
  clock: Clock,
  signal: AbortSignal,
  withinMs: number,
): Promise<Connection> {
  const socket = await openInTime(connector.open(url), signal, withinMs);
  const wire = new Wire(socket, clock);
  const client = new Client(url.origin, {
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 600_000,
    keepAliveMaxTimeout: 600_000,
    connect: once(socket),
  });
  const giveUp = (receiver: Receiver) => (failure: Failure) => {
    receiver.end(failure);
    socket.destroy();
  };
  const start = (call: Call, hold: HoldBack | null, hangUp: HangUp | null): Receiver => {
    const receiver = new Receiver(wire, clock);
    wire.begin(hold, hangUp && watchFor(hangUp, receiver.done, giveUp(receiver)));
    try {
      client.dispatch(options(call, url, connector), receiver);
    } catch (error) {
      receiver.end(toFailure(error, 'invalid'));
    }
    return receiver;
  };
  const limit = (receiver: Receiver, signal: AbortSignal) => limitTime(receiver.done, signal, giveUp(receiver));
  return {
    usable: () => wire.usable,
    exchange(call, signal, hangUp = null) {
      const receiver = start(call, null, hangUp);
      limit(receiver, signal).within(call.timeoutMs);
      return receiver.done;
    },
    hold(call, cut, signal, hangUp = null) {
      let flushed = () => {};
      const headOut = new Promise<void>((resolve) => {
        flushed = resolve;
      });
      const receiver = start(call, { bodyLength: call.body?.length ?? 0, cut, flushed }, hangUp);
      const timeLimit = limit(receiver, signal);
      timeLimit.within(HEAD_TIMEOUT_MS);
      headOut.then(() => timeLimit.lift());
      const exchange = receiver.done;
      return {
        ready: Promise.race([headOut, exchange.then(() => {})]),
        waiting: () => wire.holding && !receiver.ended && wire.firstByteNs === null,
        sentNs: () => wire.sentNs,
        early: () => wire.firstByteNs !== null && wire.sentNs === null,
        limit: () => timeLimit.within(call.timeoutMs),
        nudge: () => wire.nudge(),
        release: () => wire.release(),
        lose: () =>
          giveUp(receiver)({ kind: 'request-lost', message: 'we hung up on purpose, before all of it had left' }),
        exchange,
      };
    },
    close() {
      // The socket first: the client would hand it an error, and to have one printed takes longer than to close.
      socket.destroy();
      client.destroy().catch(() => {});
    },
  };
}

/** The socket, unless the run ends or the time is up first; one that comes after that is closed. */
async function openInTime(opening: Promise<Socket>, signal: AbortSignal, withinMs: number): Promise<Socket> {
  if (signal.aborted) opening.then(discard, () => {});
  if (signal.aborted) throw fail('interrupted', 'the run was ended before there was a connection');
  let giveUp = (_failure: Failure) => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (failure) => reject(fail(failure.kind, `${failure.message}, nor a connection`));
  });
  const settled = opening.then(
    () => {},
    () => {},
  );
  limitTime(settled, signal, (failure) => giveUp(failure)).within(withinMs);
  try {
    return await Promise.race([opening, givenUp]);
  } catch (error) {
    opening.then(discard, () => {});
    throw error;
  }
}

const discard = (socket: Socket): void => {
  socket.destroy();
};

/** Gives the client its one socket; asked again, it gets an error instead of a second connection. */
function once(socket: Socket): buildConnector.connector {
  let given = false;
  return (_options, callback) => {
    const first = !given && !socket.destroyed;
    given = true;
    setImmediate(() => {
      if (first && !socket.destroyed) callback(null, socket as never);
      else callback(fail('broken', 'the connection was closed before the request could be sent'), null);
    });
  };
}

function options(call: Call, base: URL, connector: Connector): Dispatcher.DispatchOptions {
  const url = new URL(call.url);
  const authorization = connector.proxyAuthorization(base);
  const headers = call.headers.flat();
  if (authorization !== null) headers.push('Proxy-Authorization', authorization);
  return {
    origin: base.origin,
    path: connector.requestTarget(url),
    method: call.method as Dispatcher.HttpMethod,
    headers,
    body: call.body === null ? null : Buffer.from(call.body),
  };
}
