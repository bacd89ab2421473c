import { type Act, type Clockwork, called } from './clockwork.ts';
import type { Random } from './random.ts';
import type { Answer, Call, Service } from './service.ts';
import type { World } from './world.ts';

/** What becomes of a call on its way. */
export type Fate = 'answered' | 'lostReply' | 'lostRequest' | 'late' | 'notSent' | 'refused';

/** A call as its caller saw it, in true time. */
export interface Exchange {
  readonly sentAt: number;
  readonly overAt: number;
  readonly answer: Answer | null;
  readonly fate: Fate;
}

const TURNED_AWAY: Answer = { status: 429, value: null, body: 'come back later' };
/** How long a caller waits for an answer that does not come, in the longest times that one takes. */
const PATIENCE = 3;

/** The way from a caller to the service and back, in simulated time. */
export class Wire {
  readonly #clockwork: Clockwork;
  readonly #service: Service;
  readonly #random: Random;
  readonly #slowNs: number;
  readonly #touches: boolean;

  constructor(clockwork: Clockwork, service: Service, random: Random, { slowNs, touches }: World) {
    this.#clockwork = clockwork;
    this.#service = service;
    this.#random = random;
    this.#slowNs = slowNs;
    this.#touches = touches;
  }

  send(call: Omit<Call, 'answeredAt'>, fate: Fate): Act<Exchange> {
    return called((done) => this.#start(call, fate, done));
  }

  #start(call: Omit<Call, 'answeredAt'>, fate: Fate, done: (exchange: Exchange) => void): void {
    const { now: sentAt } = this.#clockwork;
    const arrives = sentAt + this.#while();
    const answered = arrives + this.#while();
    const over = (answer: Answer | null, at: number): void =>
      // What the caller does next may touch it, or not.
      this.#clockwork.at(at + (this.#touches ? 0 : 1), () => done({ sentAt, overAt: at, answer, fate }));
    const givenUp = sentAt + PATIENCE * this.#slowNs;
    const takesEffect = (at: number, heard: boolean): void =>
      this.#clockwork.at(at, () => {
        const answer = this.#service({ ...call, answeredAt: answered }, at);
        if (heard) over(answer, answered);
      });
    const becomes: Readonly<Record<Fate, () => void>> = {
      answered: () => takesEffect(arrives, true),
      refused: () => over(TURNED_AWAY, answered),
      notSent: () => over(null, sentAt + 1),
      lostRequest: () => over(null, givenUp),
      lostReply: () => {
        takesEffect(arrives, false);
        over(null, givenUp);
      },
      late: () => {
        takesEffect(givenUp + this.#random.int(0, 60) * this.#slowNs, false);
        over(null, givenUp);
      },
    };
    becomes[fate]();
  }

  #while(): number {
    return this.#random.percent(20) ? this.#random.int(1, 1_000) : this.#random.int(1, this.#slowNs);
  }
}
