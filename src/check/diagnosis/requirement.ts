/** How fresh and ordered reads must be; what counts must add up whatever the level. */
export type Requirement =
  | { readonly level: 'eventual' | 'read-your-writes' | 'latest' }
  | { readonly level: 'bounded'; readonly ms: number };

const EVENTUAL: Requirement = { level: 'eventual' };

/** As it stands in a header, and is given to `--require`. */
export const nameOf = (required: Requirement): string =>
  required.level === 'bounded' ? `bounded:${required.ms}ms` : required.level;

/** What the header of a history says, as `nameOf` names it. */
export function requirementNamed(name: string): Requirement {
  if (name === 'read-your-writes' || name === 'latest') return { level: name };
  const ms = /^bounded:(\d+(?:\.\d+)?)ms$/.exec(name)?.[1];
  return ms === undefined ? EVENTUAL : { level: 'bounded', ms: Number(ms) };
}
