// @ts-check
// Where it is asked that workerd be killed: a port beside it, for who is killed gives no answer. In front of workerd
// nothing may stand: whatever passes writes on passes them one by one, and fewer of them race.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { answer, ok } from '../http/answer.js';

/**
 * Opens it on a free port of 127.0.0.1, and gives the URL to POST to.
 *
 * @param {string} designId named in the answer
 * @param {() => Promise<{ killed: number, started: number }>} crash
 */
export async function openControl(designId, crash) {
  const server = createServer(async ({ method = '' }, response) => {
    const asked = { method, url: new URL('http://127.0.0.1/crash'), header: () => null, text: async () => '' };
    const reply = await answer(designId, asked, () => ({ POST: async () => ok(await crash()) }));
    response.writeHead(reply.status, reply.headers).end(reply.body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/crash`;
}
