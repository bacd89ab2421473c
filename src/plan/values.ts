import { parseTemplate, wholeName } from '../scenario/text/template.ts';
import type { Plan } from './plan.ts';
import { uuidFrom } from './random.ts';

/** Template values by name; numbers keep their type in JSON where they fill a whole value. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** What requests of a round outside the writes see: vars resolved, `run_id`, `round`, `env.X`, and what setup took. */
export function roundValues(plan: Plan, round: number, taken: Values): Values {
  return withVariables(plan, roundBase(plan, round, taken));
}

/** Values of one write, `i` counted from 0 over the phases of a round: round values and `i`, `phase`, `uuid`, `key`. */
export function writeValues(plan: Plan, round: number, taken: Values, phaseIndex: number, i: number): Values {
  const { seed } = plan.header;
  return withVariables(plan, {
    ...roundBase(plan, round, taken),
    i,
    phase: phaseIndex,
    uuid: uuidFrom(seed, `uuid ${round} ${i}`),
    key: uuidFrom(seed, `key ${round} ${i}`),
  });
}

function roundBase(plan: Plan, round: number, taken: Values): Values {
  const env = Object.entries(plan.env).map(([name, value]) => [`env.${name}`, value] as const);
  return { ...Object.fromEntries(env), ...taken, run_id: plan.header.runId, round };
}

/** The base and every variable that can be made from it; one that needs what is not there yet is left out. */
function withVariables(plan: Plan, base: Values): Values {
  const made = new Map<string, string | number | boolean | null>(Object.entries(base));
  const lookUp = (name: string): string | number | boolean | null => {
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

function fill(
  template: string,
  lookUp: (name: string) => string | number | boolean | null,
): string | number | boolean | null {
  const whole = wholeName(template);
  if (whole !== null) return lookUp(whole);
  let text = '';
  for (const piece of parseTemplate(template)) {
    const value = 'text' in piece ? piece.text : lookUp(piece.name);
    if (value === null) return null;
    text += value;
  }
  return text;
}
