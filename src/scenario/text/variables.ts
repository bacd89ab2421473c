import { BUILT_IN, RESERVED_NAMES, ROUND_NAMES, WRITE_NAMES } from './builtins.ts';
import { Mistake } from './mistake.ts';
import { nearest } from './nearest.ts';
import { parseTemplate, writtenSlot } from './template.ts';

export type VariableValue = string | number | boolean;
export type Environment = Readonly<Record<string, string | undefined>>;

const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Which names have a value where a text is used, beside variables and the environment. */
export interface Scope {
  readonly isWrite: boolean;
  /** `{{identity}}` has a value; null: there are no identities at all. */
  readonly isIdentity: boolean | null;
  /** Names that earlier requests have taken by then. */
  readonly taken: readonly string[];
  /** Names that are taken too, but not for here: by phases, for the requests of those after them. */
  readonly elsewhere?: readonly string[];
}

/** The user's own variables, and the environment they may look into. */
export class Variables {
  readonly values: Readonly<Record<string, VariableValue>>;
  readonly #environment: Environment;
  readonly #used = new Map<string, string>();
  readonly #named: Set<string>;

  /** `declared`: names that the scenario defines itself. */
  constructor(
    values: Readonly<Record<string, VariableValue>>,
    environment: Environment,
    declared: readonly string[] = [],
  ) {
    this.values = values;
    this.#environment = environment;
    this.#named = new Set(declared);
  }

  /** The variables that the scenario defines, or that anything looked at so far uses. */
  get inUse(): Readonly<Record<string, VariableValue>> {
    return Object.fromEntries(Object.entries(this.values).filter(([name]) => this.#named.has(name)));
  }

  /** Environment values that anything looked at so far uses, by name. */
  get used(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#used);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.values, name);
  }

  /** Throws a Mistake when a variable may not have its name, or is defined in terms of itself. */
  checkDefinition(name: string): void {
    if (RESERVED_NAMES.includes(name)) {
      throw new Mistake(`a variable cannot be called ${name}: {{${name}}} is built in`, 'choose another name');
    }
    if (!NAME.test(name) || name === '__proto__') {
      throw new Mistake(
        `${JSON.stringify(name)} is not a name for a variable`,
        'letters, digits, _ and -, beginning with a letter',
      );
    }
    const cycle = this.#cycleFrom(name, [name]);
    if (cycle)
      throw new Mistake(
        `a variable is defined in terms of itself: ${cycle.join(' → ')}`,
        'give one of them a value of its own',
      );
  }

  /** Throws a Mistake unless every `{{name}}` of a text, and of the variables behind it, has a value in the scope. */
  check(text: string, scope: Scope): void {
    checkSums(text, scope);
    for (const [name, chain] of this.#reached(text)) {
      if (name.startsWith('env.')) this.#environmentValue(name);
      else if (!this.has(name) && !inScope(name, scope)) throw this.#unknown(name, chain, scope);
    }
  }

  /** Fills in variables and environment values, as far down as they go; built-in and taken values stay templates. */
  expand(text: string, insert: (value: string, atStart: boolean) => string = (value) => value): string {
    const filled = parseTemplate(text).map((piece, index) => {
      if ('text' in piece) return piece.text;
      this.#named.add(piece.name);
      const value = piece.plus === undefined ? this.#value(piece.name) : null;
      return value === null ? writtenSlot(piece) : insert(this.expand(value), index === 0);
    });
    return filled.join('');
  }

  /** The value of an environment variable; a Mistake when it is not set. */
  #environmentValue(name: string): string {
    const key = name.slice('env.'.length);
    const value = Object.hasOwn(this.#environment, key) ? this.#environment[key] : undefined;
    if (value === undefined)
      throw new Mistake(`{{${name}}} is not set in the environment`, `set ${key} before the run`);
    this.#used.set(key, value);
    return value;
  }

  #value(name: string): string | null {
    if (name.startsWith('env.')) return this.#environmentValue(name);
    return this.has(name) ? String(this.values[name]) : null;
  }

  /** Every name that a text leads to, with the variable that it was met in last (null: the text itself). */
  #reached(text: string): Map<string, string | null> {
    const reached = new Map<string, string | null>();
    const visit = (from: string, within: string | null): void => {
      for (const piece of parseTemplate(from)) {
        if ('text' in piece || reached.has(piece.name)) continue;
        reached.set(piece.name, within);
        this.#named.add(piece.name);
        if (this.has(piece.name)) visit(String(this.values[piece.name]), piece.name);
      }
    };
    visit(text, null);
    return reached;
  }

  #cycleFrom(name: string, path: readonly string[]): readonly string[] | null {
    for (const piece of parseTemplate(String(this.values[name]))) {
      if ('text' in piece || !this.has(piece.name)) continue;
      if (piece.name === path[0]) return [...path, piece.name];
      if (path.includes(piece.name)) continue;
      const cycle = this.#cycleFrom(piece.name, [...path, piece.name]);
      if (cycle) return cycle;
    }
    return null;
  }

  #unknown(name: string, within: string | null, scope: Scope): Mistake {
    const how = within === null ? `{{${name}}}` : `{{${within}}} is made of {{${name}}}, which`;
    if (name === 'identity' && scope.isIdentity === null)
      return new Mistake(`${how} has no value without identities`, 'add identities: { count: 2 }');
    if (name === 'identity')
      return new Mistake(`${how} has a value in a write of an identity only`, 'leave it out here');
    if (scope.elsewhere?.includes(name))
      return new Mistake(
        `${how} is taken by a phase, for the phases after it`,
        'take it in setup, or give those phases their own write',
      );
    if (WRITE_NAMES.includes(name))
      return new Mistake(`${how} has a value in a write only`, 'use {{round}} or {{run_id}} here');
    const known = [...Object.keys(this.values), ...scope.taken, ...ROUND_NAMES, ...(scope.isWrite ? WRITE_NAMES : [])];
    const near = nearest(name, known);
    const mend = near
      ? `did you mean {{${near}}}?`
      : `define it in vars or with --var ${name}=…; built in are ${BUILT_IN}`;
    return new Mistake(`${how} has no value`, mend);
  }
}

function inScope(name: string, scope: Scope): boolean {
  if (name === 'identity') return scope.isIdentity === true;
  return ROUND_NAMES.includes(name) || (scope.isWrite && WRITE_NAMES.includes(name)) || scope.taken.includes(name);
}

/** Nothing is reckoned but in a write, whose values nobody sees before it is sent. */
function checkSums(text: string, { isWrite }: Scope): void {
  if (isWrite) return;
  const sum = parseTemplate(text).find((piece) => 'plus' in piece);
  if (sum && 'name' in sum) {
    throw new Mistake(`${writtenSlot(sum)} is worked out in a write only`, `use {{${sum.name}}} here`);
  }
}
