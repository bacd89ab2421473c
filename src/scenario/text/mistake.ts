/** What is wrong with a piece of the user's input, and the mend; whoever knows the place makes a ProbeError of it. */
export class Mistake extends Error {
  readonly mend: string | null;

  constructor(message: string, mend: string | null = null) {
    super(message);
    this.mend = mend;
  }
}
