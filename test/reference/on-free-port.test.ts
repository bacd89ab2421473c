import { expect, test } from 'vitest';
import { onFreePort } from '../../src/reference/http/on-free-port.ts';
import { designOf } from './client.ts';

test('A port that is taken is refused before anything is started', async () => {
  const running = await designOf('memory-atomic').start({});
  const port = Number(new URL(running.url).port);
  let started = 0;
  const counting = onFreePort({
    ...designOf('memory-atomic'),
    start: async () => {
      started += 1;
      return running;
    },
  });
  await expect(counting.start({ port })).rejects.toThrow(`port ${port} of 127.0.0.1 is already in use`);
  expect(started).toBe(0);
  await running.close();
  await counting.start({ port });
  expect(started).toBe(1);
});
