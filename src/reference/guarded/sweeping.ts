import type { Design } from '../design.ts';

let swept: Promise<void> | null = null;

/** Once in this process, and beside what it does. */
const sweepOnce = (): Promise<void> => {
  swept ??= import('./left-over.js').then(({ sweep }) => sweep());
  return swept;
};

/**
 * The same design. When it has started, so that nothing waits for it, what processes of ours that were killed have left is
 * put away: their servers and folders. Nothing is touched that may be in use.
 */
export const sweeping = (design: Design): Design => ({
  ...design,
  async start(options) {
    try {
      const { close, ...running } = await design.start(options);
      const closed = async (): Promise<void> => void (await Promise.all([close(), sweepOnce()]));
      return { ...running, close: closed };
    } finally {
      void sweepOnce();
    }
  },
});
