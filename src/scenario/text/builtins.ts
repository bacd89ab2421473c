/** Values that every request of a round has. */
export const ROUND_NAMES: readonly string[] = ['run_id', 'round'];

/** Values that only a write has. */
export const WRITE_NAMES: readonly string[] = ['i', 'phase', 'uuid', 'key'];

/** Names that no variable may have. */
export const RESERVED_NAMES: readonly string[] = [...ROUND_NAMES, ...WRITE_NAMES, 'identity', 'env'];

/** What `{{name}}` can be without being defined, for messages. */
export const BUILT_IN = [...ROUND_NAMES, ...WRITE_NAMES].map((name) => `{{${name}}}`).join(' ');
