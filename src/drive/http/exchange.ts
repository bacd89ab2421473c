import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { type Failure, toFailure } from './failure.ts';
import type { Wire } from './wire.ts';

/** Answers longer than this are given up: no counter needs them. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

const BODILESS: readonly number[] = [204, 304];

/** A whole answer, as it came. */
export interface Answer {
  readonly status: number;
  /** In order, names in lower case. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** All that is known of one call on one connection. Times in nanoseconds of the run's clock. */
export interface Exchange {
  readonly startNs: number;
  /** When the last byte of the request was handed to the kernel; null: never. */
  readonly sentNs: number | null;
  readonly firstByteNs: number | null;
  readonly endNs: number;
  /** So much of the request was handed to the kernel that a server may have started on it. */
  readonly begun: boolean;
  /** Known as soon as the head of the answer is in, even if its body never was. */
  readonly status: number | null;
  readonly answer: Answer | null;
  /** The answer is to a redirect's call, not to the first one. */
  readonly followed: boolean;
  readonly failure: Failure | null;
}

/** Takes in what undici reports of one call and makes an Exchange of it, exactly once. */
export class Receiver implements Dispatcher.DispatchHandler {
  readonly done: Promise<Exchange>;
  ended = false;
  readonly #wire: Wire;
  readonly #clock: Clock;
  readonly #startNs: number;
  readonly #chunks: Buffer[] = [];
  #resolve: (exchange: Exchange) => void = () => {};
  #length = 0;
  #status: number | null = null;
  #headers: readonly (readonly [string, string])[] = [];

  constructor(wire: Wire, clock: Clock) {
    this.#wire = wire;
    this.#clock = clock;
    this.#startNs = clock.now();
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  onRequestStart(): void {}

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name.toLowerCase(), String(one)] as const),
    );
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length <= MAX_BODY_BYTES) this.#chunks.push(chunk);
    else {
      this.end({ kind: 'too-large', message: `the body is longer than ${MAX_BODY_BYTES} bytes` });
      controller.abort(new Error('body too large'));
    }
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failure = toFailure(error, this.#status === null ? 'broken' : 'cut-off');
    // By HTTP these end with their head, whatever length they tell of: it is that of another answer.
    const isWhole = failure.kind === 'cut-off' && this.#length === 0 && BODILESS.includes(this.#status ?? 0);
    this.end(isWhole ? null : failure);
  }

  /** Ends the exchange, with a whole answer (null) or a failure; later calls change nothing. */
  end(failure: Failure | null): void {
    if (this.ended) return;
    this.ended = true;
    const { sentNs, firstByteNs, begun } = this.#wire;
    const answer = failure === null && this.#status !== null ? this.#answer(this.#status) : null;
    this.#resolve({
      startNs: this.#startNs,
      sentNs,
      firstByteNs,
      endNs: this.#clock.now(),
      begun,
      status: this.#status,
      answer,
      followed: false,
      failure: answer === null ? (failure ?? { kind: 'broken', message: 'no answer' }) : null,
    });
  }

  #answer(status: number): Answer {
    return { status, headers: this.#headers, body: Buffer.concat(this.#chunks) };
  }
}
