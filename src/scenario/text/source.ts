/** The way to a part of a scenario: keys and positions. */
export type Path = readonly (string | number)[];

export type Part = 'key' | 'value';

/** Turns Mistakes into errors with a place. */
export interface Check {
  /**
   * The result of `make`; when it makes a Mistake, that is noted for this place and the fallback is returned. The place
   * is that of the value, or of the key that names it.
   */
  attempt<T>(path: Path, fallback: T, make: () => T, part?: Part): T;
  /** Throws a ProbeError for the first mistake noted so far, if there is any. */
  settle(): void;
}
