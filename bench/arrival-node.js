// The same as arrival.c for a machine without a C compiler: stamps are taken when the event loop gets to the data, so
// a busy loop makes every sender's spread look wider.
import { createServer } from 'node:net';

let value = 0;
let connections = 0;
let arrivals = [];

const answer = (socket, body) =>
  socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);

function respond(socket, head, connection, ns) {
  if (head.startsWith('GET /arrivals ')) {
    answer(socket, JSON.stringify({ stamps: 'event loop', arrivals }));
    arrivals = [];
    return;
  }
  if (!head.startsWith('GET ')) {
    value += 1;
    arrivals.push([connection, ns]);
  }
  answer(socket, `{"value":${value}}`);
}

const server = createServer({ noDelay: true }, (socket) => {
  const connection = ++connections;
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    const ns = Number(process.hrtime.bigint());
    text += piece;
    for (;;) {
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      respond(socket, text.slice(0, end), connection, ns);
      text = text.slice(end + 4 + length);
    }
  });
  socket.on('error', () => {});
});

server.listen(0, '127.0.0.1', 4096, () => console.log(`listening ${server.address().port}`));
