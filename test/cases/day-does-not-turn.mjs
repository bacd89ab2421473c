// Five a day. The day is kept with the count and never looked at again: when it turns, the count does not. The server's
// clock can be set. Fixed: a new day begins at nothing.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, limit = 5 } = {}) {
  const visitor = byName(() => ({ day: null, used: 0 }));
  let ahead = 0;
  const today = () => Math.floor((Date.now() + ahead) / 86_400_000);

  return serve(port, {
    'POST /clock': async ({ json }) => {
      ahead += (await json()).hours * 3_600_000;
      return [204];
    },
    'POST /downloads': async ({ headers }) => {
      await sleep(4);
      const held = visitor(headers['x-visitor'] ?? 'nobody');
      if (fixed && held.day !== today()) Object.assign(held, { day: today(), used: 0 });
      if (held.used >= limit) return [429, { error: 'come back tomorrow' }];
      held.used += 1;
      return [200, { used: held.used }];
    },
  });
}
