import type { Plan, RequestSpec } from '../plan/plan.ts';
import { cookieSecrets, credentialsOf } from '../plan/redact.ts';
import { type Call, canFill, render, type Values } from '../plan/render.ts';
import { type Jar, NO_COOKIES, newJar } from './answer/jar.ts';
import type { Exchange } from './http/exchange.ts';

const PROBER = 'prober';

/** Told of credentials as they become known. */
export type Hide = (secrets: readonly string[]) => void;

/** Someone who talks to the target in one round: with cookies, headers and values of its own. */
export class Client {
  /** From 0; null for the one client of a scenario without identities, and for what no identity does. */
  readonly identity: number | null;
  /** What its setup took, beside what the round's did. */
  taken: Values = {};
  readonly #headers: RequestSpec['headers'];
  readonly #jar: Jar;
  readonly #hide: Hide;
  #isBystander = false;
  /** Its setup is over: until then, a header that needs what is still to be taken stays out. */
  #isSetUp = true;

  private constructor(identity: number | null, headers: RequestSpec['headers'], jar: Jar, hide: Hide) {
    this.identity = identity;
    this.#headers = headers;
    this.#jar = jar;
    this.#hide = hide;
  }

  /** The client that does what no identity does. Without a setup it never has a cookie. */
  static async common({ setup }: Plan, hide: Hide): Promise<Client> {
    return new Client(null, [], setup.length === 0 ? NO_COOKIES : await newJar(), hide);
  }

  static async identity(plan: Plan, number: number, hide: Hide): Promise<Client> {
    const client = new Client(number, plan.identities?.headers ?? [], await newJar(), hide);
    client.#isSetUp = false;
    return client;
  }

  /** Its setup is over, and took this. */
  begin(taken: Values): void {
    this.taken = taken;
    this.#isSetUp = true;
  }

  /** Someone who begins with all that this one has, and whose further cookies and values are its alone. */
  async copy(): Promise<Client> {
    const copy = new Client(this.identity, this.#headers, await this.#jar.copy(), this.#hide);
    copy.taken = this.taken;
    return copy;
  }

  /** A copy in a session of its own: it wrote nothing, and what the client writes from now on it need not see. */
  async bystander(): Promise<Client> {
    const copy = await this.copy();
    copy.#isBystander = true;
    return copy;
  }

  /** Fills in a request, with the client's headers and cookies; throws as `render` does. */
  call(request: RequestSpec, values: Values): Call {
    return this.dress(this.bare(request, values));
  }

  /** As `call`, but for the cookies: `dress` adds those that are there when it is sent. */
  bare(request: RequestSpec, values: Values): Call {
    const headers = this.#isSetUp ? this.#headers : this.#headers.filter(([, value]) => canFill(value, values));
    const call = render(request, values, headers);
    this.#hide(credentialsOf(call.headers));
    return call;
  }

  dress(call: Call): Call {
    return this.#jar.dress(call);
  }

  /** Takes in the cookies of an answer. */
  keep(call: Call, { answer }: Exchange): void {
    if (answer !== null) this.#hide(cookieSecrets(this.#jar.keep(call.url, answer)));
  }

  /** A lane that no other client works in. */
  lane(name: string): string {
    return this.identity === null ? name : `${name}-id${this.identity}`;
  }

  /**
   * Whose own writes a read must see: an identity has a session of its own, and so has who only reads beside it. All that
   * no identity does is one client, whatever lane it works in: nothing in it tells the target of several.
   */
  session(lane: string): string {
    if (this.identity === null) return PROBER;
    return this.#isBystander ? lane : `id${this.identity}`;
  }
}
