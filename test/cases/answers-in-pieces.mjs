// Counts right and answers oddly: compressed, with a byte-order mark, in chunks that cut the number in two, one piece
// at a time, with trailers, and then closes. Fixed: one plain answer.
import { gzipSync } from 'node:zlib';
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, pauseMs = 4 } = {}) {
  const counter = byName(() => ({ n: 12_340 }));

  const dribble = async ({ request, response }, body) => {
    const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const text = Buffer.from(`\uFEFF${JSON.stringify(body)}\r\n`);
    const bytes = packed ? gzipSync(text) : text;
    if (packed) response.setHeader('Content-Encoding', 'gzip');
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      Connection: 'close',
      Trailer: 'X-Check',
    });
    const size = Math.ceil(bytes.length / 8);
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      await sleep(pauseMs);
    }
    response.addTrailers({ 'X-Check': 'n=999' });
    response.end();
  };
  const tell = (call, n) => {
    if (fixed) return [200, { n }];
    return dribble(call, { n });
  };

  return serve(port, {
    'PUT /n/:id': async (call) => {
      await call.text();
      const held = counter(call.params.id);
      held.n += 1;
      return tell(call, held.n);
    },
    'GET /n/:id': (call) => tell(call, counter(call.params.id).n),
  });
}
