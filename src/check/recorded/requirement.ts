/** How fresh and ordered reads must be; what counts must add up whatever the level. */
export type Requirement =
  | { readonly level: 'eventual' | 'read-your-writes' | 'latest' }
  | { readonly level: 'bounded'; readonly ms: number };

export const EVENTUAL: Requirement = { level: 'eventual' };

/** As it is given to `--require`. */
export const nameOf = (required: Requirement): string =>
  required.level === 'bounded' ? `bounded:${required.ms}ms` : required.level;
