// Hands out long ids as JSON numbers, one after another. Kept in a double, two neighbours are one. Fixed: all digits.
import { serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  let last = 1_529_384_756_201_984_000n;

  return serve(port, {
    'POST /messages': async () => {
      last += 1n;
      const id = fixed ? last : BigInt(Number(last));
      await sleep(4);
      return [201, `{"id":${id},"text":"hello"}`, { 'Content-Type': 'application/json' }];
    },
  });
}
