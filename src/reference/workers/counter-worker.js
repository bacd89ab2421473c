// Lays the HTTP contract over a counter that lives in a Worker.
import { answer } from '../counter/contract.js';

/**
 * The module of a counter Worker: what it exports by default.
 *
 * @param {string} designId
 * @param {(env: any) => import('../counter/counter.ts').Counter} counterOf
 */
export const counterWorker = (designId, counterOf) => ({
  /**
   * @param {Request} request
   * @param {any} env
   */
  async fetch(request, env) {
    const asked = { method: request.method, url: new URL(request.url), text: () => request.text() };
    const { status, headers, body } = await answer(designId, asked, counterOf(env));
    return new Response(body, { status, headers });
  },
});
