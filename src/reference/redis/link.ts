import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port through which one server reaches another, as a network that can be slow or down. */
export interface Link {
  readonly port: number;
  /** From now on what the other server sends takes so much longer. */
  readonly lag: (ms: number) => void;
  /** Ends what goes through, and takes no new connection. */
  readonly cut: () => void;
  readonly open: () => void;
  readonly isCut: () => boolean;
  readonly close: () => Promise<void>;
}

/** Passes connections on to a port of 127.0.0.1. */
export async function startLink(toPort: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let lagMs = 0;
  let isCut = false;

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(toPort, '127.0.0.1');
    join(near, far, sockets);
    near.pipe(far);
    // Timers of one length run in the order in which they were set, so nothing overtakes.
    far.on('data', (chunk) => void setTimeout(() => near.destroyed || near.write(chunk), lagMs));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    lag: (ms) => {
      lagMs = ms;
    },
    cut: () => {
      isCut = true;
      endAll();
    },
    open: () => {
      isCut = false;
    },
    isCut: () => isCut,
    async close() {
      const closed = once(server, 'close');
      server.close();
      endAll();
      await closed;
    },
  };
}

/** The end of either is the end of both. */
function join(near: Socket, far: Socket, sockets: Set<Socket>): void {
  for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
    sockets.add(socket);
    socket.setNoDelay(true).on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  }
}
