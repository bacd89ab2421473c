import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { limitTime } from '../../src/drive/http/limit.ts';

/** Answers whoever connects, in a thread of its own, and says in shared memory that it has. */
const SERVER = `
  const { parentPort, workerData } = require('node:worker_threads');
  require('node:net')
    .createServer((socket) => {
      socket.on('error', () => {});
      setTimeout(() => socket.write('answer', () => Atomics.store(workerData, 0, 1)), 20);
    })
    .listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });
`;

test('an answer that came while this process was too busy to look is no late one', async () => {
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(SERVER, { eval: true, workerData: answered });
  const [port] = await once(worker, 'message');
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');

  const given: string[] = [];
  const done = once(socket, 'data');
  limitTime(done, new AbortController().signal, ({ kind }) => given.push(kind)).within(10);
  const began = performance.now();
  while (Atomics.load(answered, 0) === 0 || performance.now() - began < 50);
  await done;
  expect(given).toEqual([]);

  socket.destroy();
  await worker.terminate();
});

test('what has not come when the time is up is given up, once', async () => {
  const given: string[] = [];
  await new Promise<void>((resolve) => {
    limitTime(new Promise(() => {}), new AbortController().signal, ({ kind }) => {
      given.push(kind);
      resolve();
    }).within(5);
  });
  expect(given).toEqual(['timeout']);
});
