/** What can be checked by counting in the history alone, as docs/certificate.md has it. Operations by their ids. */
export type FindingProof = { readonly form: string } & Readonly<Record<string, unknown>>;

/** A finding, and a proof of it that may or may not hold. */
export interface Candidate {
  readonly code: string;
  readonly proof: FindingProof;
}
