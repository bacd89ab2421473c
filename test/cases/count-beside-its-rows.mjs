// A comment is a row, and the post carries the count of its comments, which is read and then written. The rows are
// right. Fixed: one step.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, raceMs = 12 } = {}) {
  const post = byName(() => ({ count: 0, rows: [] }));

  return serve(port, {
    'POST /posts/:id/comments': async ({ params, json }) => {
      const held = post(params.id);
      const { text } = await json();
      held.rows.push({ text });
      if (fixed) await sleep(raceMs);
      const { count } = held;
      if (!fixed) await sleep(raceMs);
      held.count = count + 1;
      return [201, { text }];
    },
    'GET /posts/:id': ({ params }) => [200, { comments_count: post(params.id).count, likes: 3 }],
    'GET /posts/:id/comments': ({ params }) => [200, { comments: post(params.id).rows }],
  });
}
