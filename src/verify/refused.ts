/** Why a certificate is not accepted. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Goes on only if a condition of the proof holds. */
export function must(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Refused(why);
}
