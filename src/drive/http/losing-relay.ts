import { connect, createServer, type Server, type Socket } from 'node:net';

/** Where a relay leads to. */
export type Upstream = { readonly host: string; readonly port: number } | { readonly path: string };

export interface Relay {
  readonly port: number;
  /** It did cut; what broke before that broke by itself. */
  readonly hasCut: () => boolean;
  readonly close: () => Promise<void>;
}

/**
 * A TCP relay on loopback, of which one direction is cut. `reply`: what the client sends is delivered, and when the first
 * byte of the reply comes back it is thrown away and both sides are closed. `request`: what the client sends is thrown
 * away, and the client's side is closed. Rejects where it cannot listen.
 */
export async function losingRelay(upstream: Upstream, lose: 'reply' | 'request'): Promise<Relay> {
  const open = new Set<Socket>();
  let hasCut = false;
  const cut = (...sockets: readonly Socket[]) => {
    hasCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    track(open, client);
    if (lose === 'request') client.once('data', () => cut(client));
    else deliver(client, track(open, connect(upstream)), cut);
  });
  const port = await listen(server);
  return {
    port,
    hasCut: () => hasCut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function deliver(client: Socket, target: Socket, cut: (...sockets: readonly Socket[]) => void): void {
  client.pipe(target);
  target.once('data', () => cut(target, client));
  target.once('close', () => client.destroy());
}

function track(open: Set<Socket>, socket: Socket): Socket {
  open.add(socket);
  socket.setNoDelay(true);
  // The other side sees that it ended; that is all there is to tell.
  socket.on('error', () => {});
  socket.once('close', () => open.delete(socket));
  return socket;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
