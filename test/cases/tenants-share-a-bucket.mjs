// Each tenant may do three; the bucket is chosen by a hash of its name that is too short, so tenants share one without
// knowing it. Fixed: a bucket of its own for each.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, limit = 3 } = {}) {
  const bucket = byName(() => ({ used: 0 }));
  const sumOf = (text) => [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

  return serve(port, {
    'POST /exports': async ({ headers }) => {
      const tenant = headers['x-tenant'] ?? '';
      const held = bucket(fixed ? tenant : sumOf(tenant) % 2);
      await sleep(4);
      if (held.used >= limit) return [429, { error: 'three exports a day' }];
      held.used += 1;
      return [200, { used: held.used, limit }];
    },
  });
}
