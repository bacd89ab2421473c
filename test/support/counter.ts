import { setTimeout as pause } from 'node:timers/promises';
import { answerValue } from './answers.ts';
import { isRead, type ServeOptions, serve, type TestServer } from './serve.ts';

export interface CounterOptions extends Pick<ServeOptions, 'tls' | 'path'> {
  readonly initial?: number;
  /** From a write's arrival to its answer; it is applied at arrival. */
  readonly delayMs?: number;
  /** Places (from 1) of the writes that are answered and not applied. */
  readonly lose?: readonly number[];
  /** Places (from 1) of the writes that are applied twice. */
  readonly double?: readonly number[];
}

export interface CounterServer extends TestServer {
  readonly value: () => number;
}

/** A counter: anything but GET adds one and answers `{"value":n}` with the new value; GET tells the value. */
export async function counter(options: CounterOptions = {}): Promise<CounterServer> {
  let value = options.initial ?? 0;
  const timesApplied = (order: number): number =>
    options.lose?.includes(order) ? 0 : options.double?.includes(order) ? 2 : 1;
  const server = await serve({
    ...options,
    onRequest: async ({ socket, request, order }) => {
      if (isRead(request)) return answerValue(socket, value);
      value += timesApplied(order);
      const returned = value;
      if (options.delayMs) await pause(options.delayMs);
      return answerValue(socket, returned);
    },
  });
  return { ...server, value: () => value };
}
