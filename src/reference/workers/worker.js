// Lays an HTTP contract over what lives in a Worker.
import { answer } from '../http/answer.js';

/**
 * The module of a Worker: what it exports by default.
 *
 * @param {string} designId
 * @param {(env: any) => import('../http/asked.ts').Contract} contractOf
 */
export const worker = (designId, contractOf) => ({
  /**
   * @param {Request} request
   * @param {any} env
   */
  async fetch(request, env) {
    const asked = {
      method: request.method,
      url: new URL(request.url),
      header: (name) => request.headers.get(name),
      text: () => request.text(),
    };
    const contract = contractOf(env);
    const { status, headers, body } = await answer(designId, asked, (url, one) =>
      env.CRASH_URL && url.pathname === '/crash' ? elsewhere(env.CRASH_URL) : contract(url, one),
    );
    return new Response(body, { status, headers });
  },
});

/** Who is killed gives no answer: what starts workerd is to be asked. */
const elsewhere = (Location) => ({ POST: async () => ({ status: 307, headers: { Location }, body: null }) });
