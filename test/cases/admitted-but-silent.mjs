// Five of eight are admitted; every second of the admitted gets its answer only when the client has gone. Whether the
// limit was kept cannot be told from the answers. Fixed: all are answered at once.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, limit = 5, lateMs = 900 } = {}) {
  const visitor = byName(() => ({ used: 0 }));

  return serve(port, {
    'POST /downloads': async ({ headers }) => {
      const held = visitor(headers['x-visitor'] ?? 'nobody');
      if (held.used >= limit) return [429, { error: 'come back tomorrow' }];
      held.used += 1;
      if (!fixed && held.used % 2 === 0) await sleep(lateMs);
      return [200, { remaining: limit - held.used }];
    },
  });
}
