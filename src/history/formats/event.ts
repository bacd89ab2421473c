import type { ProbeError } from '../../errors.ts';
import { digitsOf, type Form, type FormMap, isMap, isMissing, nameOf, textOf, Word } from './form.ts';
import { broken, type Spot } from './format.ts';
import type { PlacedForm } from './forms.ts';
import { Labels } from './labels.ts';
import { safeWholeOf, Times } from './times.ts';

const TYPES = ['invoke', 'ok', 'fail', 'info'] as const;
export type EventType = (typeof TYPES)[number];

/** A line of a history in the manner of Jepsen: a call, or what came of it. */
export interface Event extends Spot {
  /** Its own number in the file, ascending. */
  readonly index: number;
  readonly type: EventType;
  readonly process: string;
  readonly time: number;
  readonly name: string | null;
  readonly value: Form;
  readonly error: string | null;
  /** Not Jepsen's, but allowed there. */
  readonly key: Form;
  readonly session: string | null;
  readonly machine: string | null;
  readonly round: number | null;
  readonly notSent: boolean;
}

/** Makes events of maps. Throws a ProbeError for one that is no event. */
export class EventReader {
  readonly #file: string;
  readonly #processes: Labels;
  readonly #sessions: Labels;
  readonly #machines: Labels;
  #times: Times | null = null;
  /** No event has a time: their order stands for it. */
  #timeless = false;
  #events = 0;
  #lastIndex = -1;

  constructor(file: string) {
    this.#file = file;
    this.#processes = new Labels(file, 'process');
    this.#sessions = new Labels(file, 'session');
    this.#machines = new Labels(file, 'machine');
  }

  /** Times count from there; in digits. */
  get origin(): string {
    return this.#times?.origin ?? '0';
  }

  /** Null for an event of what is no client. */
  read(placed: PlacedForm): Event | null {
    const { form, line, column } = placed;
    if (!isMap(form))
      throw this.#broken(placed, `an event must be a map, not ${textOf(form)}`, 'write one map an event');
    const index = this.#index(form, placed);
    const process = this.#process(form, placed);
    if (process === null) return null;
    return {
      line,
      column,
      index,
      process,
      type: this.#type(form, placed),
      time: this.#time(form, placed),
      name: nameOf(form.f),
      value: form.value,
      error: isMissing(form.error) ? null : textOf(form.error),
      key: form.key,
      session: this.#sessions.of(form.session, placed),
      machine: this.#machines.of(form.machine, placed),
      round: this.#round(form, placed),
      notSent: form['not-sent'] === true,
    };
  }

  #type({ type }: FormMap, spot: Spot): EventType {
    const known = TYPES.find((one) => one === nameOf(type));
    if (known) return known;
    throw this.#broken(spot, `its type is ${textOf(type)}`, 'it must be invoke, ok, fail or info');
  }

  /** What is no client has a name in place of a number; text is let through, except for the usual name. */
  #process({ process }: FormMap, spot: Spot): string | null {
    if (process instanceof Word || process === 'nemesis' || process === ':nemesis') return null;
    if (typeof process === 'string' || digitsOf(process) !== null) return this.#processes.of(process, spot);
    throw this.#broken(spot, `its process is ${textOf(process)}`, 'it must be a number');
  }

  #index({ index }: FormMap, spot: Spot): number {
    const own = isMissing(index) ? Math.max(this.#events, this.#lastIndex + 1) : safeWholeOf(index);
    this.#events += 1;
    if (own === null || own <= this.#lastIndex) {
      const what = `its index ${textOf(index)} does not come after ${this.#lastIndex}`;
      throw this.#broken(spot, what, 'keep events in the order of their index');
    }
    this.#lastIndex = own;
    return own;
  }

  #time({ time }: FormMap, spot: Spot): number {
    if (this.#times === null) {
      this.#timeless = isMissing(time);
      this.#times = new Times(time);
    }
    if (this.#timeless && isMissing(time)) return this.#events;
    const ns = this.#timeless ? null : this.#times.ns(time);
    if (ns !== null) return ns;
    const mixed = isMissing(time) !== this.#timeless;
    const what = mixed
      ? 'some events have a time and some have none'
      : `its time ${textOf(time)} is no whole number of nanoseconds near the others`;
    throw this.#broken(spot, what, 'write nanoseconds of one clock, for all events or for none');
  }

  #round({ round }: FormMap, spot: Spot): number | null {
    if (isMissing(round)) return null;
    const whole = safeWholeOf(round);
    if (whole !== null && whole > 0) return whole;
    throw this.#broken(spot, `its round is ${textOf(round)}`, 'it must be a whole number from 1 on');
  }

  #broken(spot: Spot, what: string, mend: string): ProbeError {
    return broken(this.#file, spot, what, mend);
  }
}
