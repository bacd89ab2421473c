import { connect, type Socket } from 'node:net';
import { answer, bytesOf } from './answers.ts';
import { type Exchange, serve, type TestServer } from './serve.ts';

export interface ProxyServer extends TestServer {
  /** `CONNECT host:port` or `POST http://…`, with the proxy's authorization where one came. */
  readonly asked: readonly { readonly line: string; readonly authorization: string | null }[];
}

function join(client: Socket, upstream: Socket): void {
  client.removeAllListeners('data');
  client.pipe(upstream).on('error', () => client.destroy());
  upstream.pipe(client);
  client.once('close', () => upstream.destroy());
}

function tunnel({ request, socket }: Exchange): void {
  const [host = '', port = ''] = request.target.split(':');
  const upstream = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    join(socket, upstream);
  });
  upstream.once('error', () => answer(socket, { status: 502 }));
}

async function forward({ request, socket }: Exchange): Promise<void> {
  const { host, port, pathname, search } = new URL(request.target);
  const upstream = connect(Number(port || 80), new URL(request.target).hostname);
  const skipped = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'host', 'content-length']);
  const headers = [...request.headers].filter(([name]) => !skipped.has(name));
  const lines = [...headers, ['host', host], ['connection', 'close'], ['content-length', String(request.body.length)]];
  upstream.write(`${request.method} ${pathname}${search} HTTP/1.1\r\n`);
  upstream.write(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
  upstream.end(request.body);
  try {
    for await (const chunk of upstream) socket.write(chunk);
    socket.end();
  } catch {
    socket.end(bytesOf({ status: 502 }));
  }
}

/** A proxy that tunnels (CONNECT) and forwards (a whole URL in the request line), one request a connection. */
export async function proxy(): Promise<ProxyServer> {
  const asked: { line: string; authorization: string | null }[] = [];
  const server = await serve({
    onRequest: (exchange) => {
      const { method, target, headers } = exchange.request;
      asked.push({ line: `${method} ${target}`, authorization: headers.get('proxy-authorization') ?? null });
      return method === 'CONNECT' ? tunnel(exchange) : forward(exchange);
    },
  });
  return { ...server, asked };
}
