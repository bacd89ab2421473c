/** What kept a call from a complete answer. */
export interface Failure {
  readonly kind:
    | 'connect'
    | 'timeout'
    | 'interrupted'
    | 'broken'
    | 'cut-off'
    | 'too-large'
    | 'invalid'
    /** We hung up on purpose, before all of the request had left or ahead of its reply. */
    | 'request-lost'
    | 'reply-lost';
  /** For people; may hold text of the system, not of the target. */
  readonly message: string;
}

/** What was lost on purpose; null where a call failed by itself. */
export function lostOnPurpose({ kind }: Failure): 'request' | 'reply' | null {
  if (kind === 'request-lost') return 'request';
  return kind === 'reply-lost' ? 'reply' : null;
}

export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export const fail = (kind: Failure['kind'], message: string): FailureError => new FailureError({ kind, message });

/** A failure out of whatever was thrown by a socket, TLS or undici. */
export function toFailure(error: unknown, kind: Failure['kind']): Failure {
  if (error instanceof FailureError) return error.failure;
  if (error instanceof AggregateError && error.errors.length > 0) return toFailure(error.errors[0], kind);
  if (!(error instanceof Error)) return { kind, message: String(error) };
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return { kind: 'cut-off', message: 'the body was cut off' };
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return { kind: 'invalid', message: error.message };
  if (code === 'EMFILE' || code === 'ENFILE')
    return { kind, message: `too many open files (${code}): raise the limit (ulimit -n), or use fewer connections` };
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return { kind: 'connect', message: 'connecting took too long' };
  const noTls = tlsFailure(error);
  if (noTls !== null) return { kind, message: noTls };
  const detail = code && !error.message.includes(code) ? `${error.message} (${code})` : error.message;
  return { kind, message: detail || code || 'unknown error' };
}

/** What OpenSSL's message of addresses and source files stands for; null where it is none. */
function tlsFailure({ message }: Error): string | null {
  const [, reason = null] = /:SSL routines:[^:]*:([^:]+)/.exec(message) ?? [];
  if (reason === null) return null;
  const isPlain = /^(?:wrong version number|packet length too long|http request)$/.test(reason);
  return isPlain
    ? 'the server does not speak TLS there (is it http:// in place of https://?)'
    : `TLS failed: ${reason}`;
}
