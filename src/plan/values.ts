import { addedTo, parseTemplate, type Slot, wholeSlot } from '../scenario/text/template.ts';
import type { Plan } from './plan.ts';
import { uuidFrom } from './random.ts';

/** Template values by name; numbers keep their type in JSON where they fill a whole value. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** Which attempt of which intent a write is, and whose. */
export interface WriteNumber {
  /** Place of the phase in its round, from 0. */
  readonly phaseIndex: number;
  /** Place of the intent, from 0 over the phases of a round. */
  readonly i: number;
  /** From 0; 0 where it is left out. */
  readonly attempt?: number;
  /** Sent under a key of its own, though it is another attempt of the same intent. */
  readonly newKey?: boolean;
  readonly identity?: number | null;
}

/**
 * What requests of a round outside the writes see: vars resolved, `run_id`, `round`, `env.X`, what setup took, and
 * `identity` where one of several clients asks.
 */
export function roundValues(plan: Plan, round: number, taken: Values, identity: number | null = null): Values {
  return withVariables(plan, roundBase(plan, round, taken, identity));
}

/** Values of one write: round values and `i`, `phase`, `uuid` (one an attempt) and `key` (one an intent). */
export function writeValues(plan: Plan, round: number, taken: Values, write: WriteNumber): Values {
  const { seed } = plan.header;
  const { phaseIndex, i, attempt = 0, identity = null } = write;
  const again = attempt === 0 ? '' : ` ${attempt}`;
  return withVariables(plan, {
    ...roundBase(plan, round, taken, identity),
    i,
    phase: phaseIndex,
    uuid: uuidFrom(seed, `uuid ${round} ${i}${again}`),
    key: keyOfWrite(plan, round, write),
  });
}

/** `{{key}}` of an attempt: that of its intent, or one of its own. */
export function keyOfWrite(plan: Plan, round: number, { i, attempt = 0, newKey = false }: WriteNumber): string {
  const again = attempt === 0 ? '' : ` ${attempt}`;
  return newKey ? uuidFrom(plan.header.seed, `key ${round} ${i}${again}`) : intentKey(plan, round, i);
}

/** `{{key}}` of an intent: the same for every attempt that does not ask for a new one. */
export const intentKey = ({ header }: Plan, round: number, i: number): string =>
  uuidFrom(header.seed, `key ${round} ${i}`);

function roundBase(plan: Plan, round: number, taken: Values, identity: number | null): Values {
  const env = Object.entries(plan.env).map(([name, value]) => [`env.${name}`, value] as const);
  const who = identity === null ? {} : { identity };
  return { ...Object.fromEntries(env), ...taken, run_id: plan.header.runId, round, ...who };
}

/** The base and every variable that can be made from it; one that needs what is not there yet is left out. */
function withVariables(plan: Plan, base: Values): Values {
  const made = new Map<string, string | number | boolean | null>(Object.entries(base));
  const lookUp: LookUp = (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    // Taken for missing while it is being made, so that a cycle ends.
    made.set(name, null);
    const template = Object.hasOwn(plan.vars, name) ? plan.vars[name] : undefined;
    const value = typeof template === 'string' ? fill(template, lookUp) : (template ?? null);
    made.set(name, value);
    return value;
  };
  for (const name of Object.keys(plan.vars)) lookUp(name);
  return Object.fromEntries(
    [...made].filter((entry): entry is [string, string | number | boolean] => entry[1] !== null),
  );
}

type LookUp = (name: string) => string | number | boolean | null;

function fill(template: string, lookUp: LookUp): string | number | boolean | null {
  const whole = wholeSlot(template);
  if (whole !== null) return filled(whole, lookUp);
  let text = '';
  for (const piece of parseTemplate(template)) {
    const value = 'text' in piece ? piece.text : filled(piece, lookUp);
    if (value === null) return null;
    text += value;
  }
  return text;
}

function filled({ name, plus }: Slot, lookUp: LookUp): string | number | boolean | null {
  const value = lookUp(name);
  return value === null || plus === undefined ? value : addedTo(value, plus);
}
