import { ProbeError } from '../errors.ts';

/** The port that was asked for belongs to another server. */
export const portTaken = (port: number): ProbeError =>
  new ProbeError('design', `port ${port} of 127.0.0.1 is already in use`, { mend: 'choose another with --port' });

/** What the design runs on did not come up. */
export const notStarted = (runsOn: string, why: string): ProbeError =>
  new ProbeError('design', `${runsOn} did not start: ${why}`);

/** A server that is somebody else's cannot be used. */
export const notAnswering = (server: string, why: string): ProbeError =>
  new ProbeError('design', `${server} did not answer: ${why}`);
