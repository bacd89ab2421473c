/** Codes of mistakes made by the user; stable, for scripts. */
export type ProbeErrorCode = 'usage' | 'scenario' | 'config' | 'history' | 'file' | 'consent' | 'design';

export interface Place {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

/**
 * A mistake made by the user: what is wrong, where, and what to do about it. It ends the command with exit code 2
 * before anything is sent. A fault of the target is a value in the history, never an error; a fault of ours is any
 * other error.
 */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
  readonly code: ProbeErrorCode;
  readonly place: Place | null;
  /** What to do, as a sentence; null when the message says it all. */
  readonly mend: string | null;
  /** Further mistakes of the same file, in their order. */
  readonly others: readonly ProbeError[];

  constructor(
    code: ProbeErrorCode,
    message: string,
    at: { place?: Place | null; mend?: string | null; others?: readonly ProbeError[] } = {},
  ) {
    super(message);
    this.code = code;
    this.place = at.place ?? null;
    this.mend = at.mend ?? null;
    this.others = at.others ?? [];
  }
}

export const isProbeError = (error: unknown): error is ProbeError => error instanceof ProbeError;

/** `file:line:column: message. mend` on one line. */
export function describeError(error: ProbeError): string {
  const { place } = error;
  const where = place ? `${place.file}:${place.line}:${place.column}: ` : '';
  return where + error.message + (error.mend ? ` (${error.mend})` : '');
}
