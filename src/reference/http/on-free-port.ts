import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Design } from '../design.ts';
import { portTaken } from '../start-errors.ts';

/** The same design; a port that is taken it refuses at once, not when all that it runs on is up. */
export const onFreePort = (design: Design): Design => ({
  ...design,
  start: async (options) => {
    await refuseTaken(options.port ?? 0);
    return design.start(options);
  },
});

/** Rejects with a `ProbeError` when somebody listens there. */
async function refuseTaken(port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portTaken(port) : error;
  }
  server.close();
  await once(server, 'close');
}
