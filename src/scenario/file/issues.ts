import type { z } from 'zod';
import { Mistake } from '../text/mistake.ts';
import { nearest } from '../text/nearest.ts';
import type { Part, Path } from '../text/source.ts';
import { scenarioJsonSchema } from './schema.ts';

export interface Misplaced {
  readonly path: Path;
  readonly part: Part;
  readonly mistake: Mistake;
}

type Issue = z.core.$ZodIssue;

/** What the schema found wrong, in our words, each with its path. */
export function schemaMistakes(issues: readonly Issue[], raw: unknown): readonly Misplaced[] {
  const all = issues.flatMap((issue) => within(issue, []));
  const unknown = all.flatMap(({ issue, path }) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ path, key })) : [],
  );
  // What is missing under its name, and there under a name that is near, is one mistake.
  const isMeant = (path: Path): boolean =>
    valueAt(raw, path) === undefined &&
    unknown.some(
      ({ path: map, key }) => isSamePath(map, path.slice(0, -1)) && nearest(key, keysAt(map, raw)) === path.at(-1),
    );
  return [
    ...unknown.map(({ path, key }) => unknownKey(path, key, raw)),
    ...all
      .filter(({ issue, path }) => issue.code !== 'unrecognized_keys' && !isMeant(path))
      .map(({ issue, path }) => wrongValue(issue, path, raw)),
  ];
}

const isSamePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((step, i) => step === b[i]);

interface At {
  readonly issue: Issue;
  readonly path: Path;
}

/** Of a choice that nothing fits, the troubles of the one alternative that is of the right kind, if there is one. */
function within(issue: Issue, above: Path): readonly At[] {
  const path = [...above, ...issue.path.filter((step): step is string | number => typeof step !== 'symbol')];
  const inside = issue.code === 'invalid_union' ? issue.errors.filter(isOfTheKind) : [];
  const [only] = inside;
  if (only === undefined || inside.length > 1) return [{ issue, path }];
  return only.flatMap((one) => within(one, path));
}

const isOfTheKind = (issues: readonly Issue[]): boolean =>
  issues.length > 0 && issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys');

function unknownKey(map: Path, key: string, raw: unknown): Misplaced {
  const known = keysAt(map, raw);
  const near = nearest(key, known);
  const where = map.length === 0 ? '' : ` in ${shownPath(map)}`;
  const mend = near ? `did you mean ${near}?` : `known here: ${known.join(', ')}`;
  return { path: [...map, key], part: 'key', mistake: new Mistake(`unknown key ${JSON.stringify(key)}${where}`, mend) };
}

function wrongValue(issue: Issue, path: Path, raw: unknown): Misplaced {
  const value = valueAt(raw, path);
  if (value === undefined) {
    return {
      path: path.slice(0, -1),
      part: 'value',
      mistake: new Mistake(`${shownPath(path)} is missing`, meantPhase(path, raw) ?? `it takes ${issue.message}`),
    };
  }
  const near = typeof value === 'string' ? nearest(value, optionsOf(issue)) : null;
  const mistake = new Mistake(
    `${shownPath(path)} takes ${issue.message}, not ${shownValue(value)}`,
    near && `did you mean ${near}?`,
  );
  return { path, part: 'value', mistake };
}

/** Keys that only one kind of phase has. */
const TELLING = ['lanes', 'run', 'rate', 'lose', 'when', 'readers', 'hold'] as const;
const KINDS: Readonly<Record<(typeof TELLING)[number], string>> = {
  lanes: 'lanes',
  run: 'run',
  rate: 'paced',
  lose: 'retry',
  when: 'replay',
  readers: 'mixed',
  hold: 'concurrent',
};

function meantPhase(path: Path, raw: unknown): string | null {
  if (path.length !== 3 || path[0] !== 'load' || path[2] !== 'phase') return null;
  const key = TELLING.find((name) => valueAt(raw, [...path.slice(0, 2), name]) !== undefined);
  return key === undefined ? null : `add phase: ${KINDS[key]}`;
}

function optionsOf(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return issue.errors.flat().flatMap(optionsOf);
  // Which words a discriminated union knows is there at run time, but not in the type of the issue.
  const { options } = issue as { readonly options?: unknown };
  return Array.isArray(options) ? options.map(String) : [];
}

/** `load[1].every`; the whole file for an empty path. */
function shownPath(path: Path): string {
  if (path.length === 0) return 'the scenario';
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value === null) return 'nothing';
  if (typeof value === 'object') return 'a map';
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}

function valueAt(raw: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    return value !== null && typeof value === 'object' && Object.hasOwn(value, step)
      ? (value as Record<string, unknown>)[step]
      : undefined;
  }, raw);
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly oneOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly const?: unknown;
}

/** Keys that the schema knows in the map at a path. */
function keysAt(path: Path, raw: unknown): readonly string[] {
  let shapes: readonly Shape[] = [scenarioJsonSchema()];
  for (const [depth, step] of path.entries()) {
    const value = valueAt(raw, path.slice(0, depth + 1));
    shapes = shapes.flatMap((shape) => below(shape, step)).flatMap((shape) => alternatives(shape, value));
  }
  return [...new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

function below(shape: Shape, step: string | number): readonly Shape[] {
  const next = typeof step === 'number' ? shape.items : (shape.properties?.[step] ?? shape.additionalProperties);
  return typeof next === 'object' ? [next] : [];
}

/** Of the kinds of phase, the one that was named. */
function alternatives(shape: Shape, value: unknown): readonly Shape[] {
  const named = shape.oneOf?.filter(({ properties }) => properties?.phase?.const === valueAt(value, ['phase'])) ?? [];
  return [shape, ...named, ...(shape.anyOf ?? [])];
}
