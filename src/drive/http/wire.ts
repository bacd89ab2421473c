import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Watch } from './hang-up.ts';
import { InterimFilter } from './interim.ts';

/**
 * Where a held request is cut. `headers`: before the final CR LF of its header block, so that nothing can start.
 * `last-byte`: before the last two bytes of its body, for servers that are known to wait for all of it.
 */
export type Cut = 'headers' | 'last-byte';

const HEADER_END = '\r\n\r\n';

/**
 * A socket whose outgoing requests can be held back at a byte and whose bytes are counted and stamped. undici writes to
 * it as to any socket; while it is armed, what undici writes is kept, the head is sent, and the tail waits for
 * `release`.
 */
export class Wire {
  readonly socket: Socket;
  /** When the last byte of the current request was handed to the kernel (ns). */
  sentNs: number | null = null;
  /** When the first byte of the current answer was seen (ns). */
  firstByteNs: number | null = null;
  /** So much of the current request was handed to the kernel that a server may have started on it. */
  begun = false;
  readonly #clock: Clock;
  readonly #write: Socket['write'];
  readonly #interim = new InterimFilter();
  #hold: Hold | null = null;
  /** The held-back byte that starts nothing yet. */
  #nudge: Buffer | null = null;
  #tail: Buffer | null = null;
  #watch: Watch | null = null;

  constructor(socket: Socket, clock: Clock) {
    this.socket = socket;
    this.#clock = clock;
    this.#write = socket.write.bind(socket) as Socket['write'];
    const read = socket.read.bind(socket);
    socket.write = ((chunk: string | Uint8Array, encoding?: BufferEncoding) =>
      this.#take(chunk, encoding)) as Socket['write'];
    socket.read = (size?: number) => this.#see(read(size));
    // Without a listener an error of an idle connection would end the process; undici adds its own only when in use.
    socket.on('error', () => {});
  }

  /** Fit for another request: open at both ends, and nothing came that was not asked for. */
  get usable(): boolean {
    const { socket } = this;
    return !socket.destroyed && socket.writable && !socket.readableEnded && socket.readableLength === 0;
  }

  /** The next request begins; `hold` holds it back, `watch` is told how it goes. */
  begin(hold: HoldBack | null, watch: Watch | null): void {
    this.#watch = watch;
    this.sentNs = null;
    this.firstByteNs = null;
    this.begun = false;
    this.#hold = hold && { ...hold, chunks: [] };
    this.#nudge = null;
    this.#tail = null;
    this.#interim.reset();
  }

  /** The whole request but its tail is out, and the tail waits. */
  get holding(): boolean {
    return this.#tail !== null;
  }

  /**
   * Hands over the first byte of what waits, from which nothing can start yet. Done for all just before the release, it
   * has their servers awake and the way to them warm, so that the tails follow each other faster.
   */
  nudge(): void {
    if (this.#nudge !== null) this.#write(this.#nudge);
    this.#nudge = null;
  }

  /** Hands over all that waits; false when the kernel did not take all of it at once. */
  release(): boolean {
    const tail = this.#tail;
    if (tail === null) return false;
    this.nudge();
    this.#tail = null;
    this.begun = true;
    this.#write(tail);
    this.sentNs = this.#clock.now();
    this.#watch?.sent();
    return this.socket.writableLength === 0;
  }

  #take(chunk: string | Uint8Array, encoding?: BufferEncoding): boolean {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
    if (this.#hold) {
      this.#hold.chunks.push(bytes);
      this.#cutWhenWhole(this.#hold);
      return true;
    }
    this.begun = true;
    this.sentNs = this.#clock.now();
    this.#watch?.sent();
    return this.#write(bytes);
  }

  #cutWhenWhole(hold: Hold): void {
    const bytes = Buffer.concat(hold.chunks);
    const end = bytes.indexOf(HEADER_END);
    const length = end + HEADER_END.length + hold.bodyLength;
    if (end < 0 || bytes.length < length) return;
    const atHeaders = hold.cut === 'headers' || hold.bodyLength < 2;
    const at = atHeaders ? end + HEADER_END.length - 2 : length - 2;
    this.#hold = null;
    this.#nudge = bytes.subarray(at, at + 1);
    this.#tail = bytes.subarray(at + 1);
    this.begun = !atHeaders;
    // undici corks around a request with a body; a corked head would not leave.
    queueMicrotask(() => this.#write(bytes.subarray(0, at), () => hold.flushed()));
  }

  #see(chunk: Buffer | null): Buffer | null {
    if (chunk === null) return null;
    this.firstByteNs ??= this.#clock.now();
    const left = this.#interim.pass(chunk);
    return left !== null && this.#watch?.answered() ? null : left;
  }
}

/** How to hold a request back. */
export interface HoldBack {
  readonly bodyLength: number;
  readonly cut: Cut;
  /** Called when the head is with the kernel. */
  readonly flushed: () => void;
}

interface Hold extends HoldBack {
  readonly chunks: Buffer[];
}
