import { ProbeError } from '../errors.ts';

/** The port that was asked for belongs to another server. */
export const portTaken = (port: number): ProbeError =>
  new ProbeError('design', `port ${port} of 127.0.0.1 is already in use`, { mend: 'choose another with --port' });

/** What the design runs on did not come up; `mend` says what to do about it, where that is known. */
export const notStarted = (runsOn: string, why: string, mend: string | null = null): ProbeError =>
  new ProbeError('design', `${runsOn} did not start: ${why}`, { mend });

/** A server cannot be used, and the reason that it or the system gave. */
export const notUsable = (server: string, error: unknown): ProbeError =>
  new ProbeError('design', `${server} cannot be used: ${reasonOf(error)}`);

/** What a driver failed with; a host with several addresses fails without a message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
