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
    const { status, headers, body } = await answer(designId, asked, contractOf(env));
    return new Response(body, { status, headers });
  },
});
