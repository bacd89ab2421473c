// A seat is held for a while and then free again. Here a hold never ends. With `leaseMs`, it ends too early instead.
// Fixed: it ends after the second that it is given for.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, leaseMs = Infinity } = {}) {
  const seat = byName(() => ({ heldUntil: 0 }));
  const forMs = fixed ? 1000 : leaseMs;

  return serve(port, {
    'POST /seats/:id/hold': async ({ params }) => {
      await sleep(4);
      const held = seat(params.id);
      const now = performance.now();
      if (now < held.heldUntil) return [409, { error: 'held by another guest' }];
      held.heldUntil = now + forMs;
      return [201, { held: true, forMs: 1000 }];
    },
  });
}
