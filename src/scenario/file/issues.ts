import type { z } from 'zod';
import { Mistake } from '../text/mistake.ts';
import { nearest } from '../text/nearest.ts';
import type { Part, Path } from '../text/source.ts';
import { isLaterKey, isLaterValue } from './language.ts';
import { scenarioJsonSchema } from './schema.ts';

export interface Misplaced {
  readonly path: Path;
  readonly part: Part;
  readonly mistake: Mistake;
}

type Issue = z.core.$ZodIssue;

/** What the schema found wrong, in our words, each with its path. */
export function schemaMistakes(issues: readonly Issue[], raw: unknown): readonly Misplaced[] {
  return issues.flatMap((issue) => {
    const path = issue.path.filter((step): step is string | number => typeof step !== 'symbol');
    const early = laterKeyOn(path) ?? laterKeyIn(path, raw, issue.code);
    if (early) return [early];
    if (issue.code !== 'unrecognized_keys') return [wrongValue(issue, path, raw)];
    return issue.keys.map((key) => unknownKey(path, key, raw));
  });
}

/** A key of a later version on the way to the trouble. */
function laterKeyOn(path: Path): Misplaced | null {
  const depth = path.findIndex((step, index) => isLaterKey(path.slice(0, index), String(step)));
  return depth < 0 ? null : notSupported(path.slice(0, depth + 1));
}

/** A key of a later version in the map that is in trouble; it explains why the rest is not as it should be. */
function laterKeyIn(path: Path, raw: unknown, code: Issue['code']): Misplaced | null {
  if (code === 'unrecognized_keys') return null;
  const map = valueAt(raw, path) === undefined ? path.slice(0, -1) : path;
  const value = valueAt(raw, map);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const key = Object.keys(value).find((name) => isLaterKey(map, name));
  return key === undefined ? null : notSupported([...map, key]);
}

function notSupported(path: Path): Misplaced {
  const mistake = new Mistake(`${shownPath(path)} is not supported by this version`, 'leave it out');
  return { path, part: 'key', mistake };
}

function unknownKey(map: Path, key: string, raw: unknown): Misplaced {
  if (isLaterKey(map, key)) return notSupported([...map, key]);
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
      mistake: new Mistake(`${shownPath(path)} is missing`, `it takes ${issue.message}`),
    };
  }
  if (isLaterValue(path, value)) {
    const mistake = new Mistake(
      `${shownPath(path)}: ${value} is not supported by this version`,
      `it takes ${issue.message}`,
    );
    return { path, part: 'value', mistake };
  }
  const near = typeof value === 'string' ? nearest(value, optionsOf(issue)) : null;
  const mistake = new Mistake(
    `${shownPath(path)} takes ${issue.message}, not ${shownValue(value)}`,
    near && `did you mean ${near}?`,
  );
  return { path, part: 'value', mistake };
}

function optionsOf(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  // Which words a discriminated union knows is there at run time, but not in the type of the issue.
  const { options } = issue as { readonly options?: unknown };
  return Array.isArray(options) ? options.map(String) : [];
}

/** `load[1].every`; the whole file for an empty path. */
export function shownPath(path: Path): string {
  if (path.length === 0) return 'the scenario';
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
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
  readonly const?: unknown;
}

/** Keys that the schema knows in the map at a path. */
function keysAt(path: Path, raw: unknown): readonly string[] {
  let shape: Shape = scenarioJsonSchema();
  for (const [depth, step] of path.entries()) {
    const below = typeof step === 'number' ? shape.items : (shape.properties?.[step] ?? shape.additionalProperties);
    shape = typeof below === 'object' ? branch(below, valueAt(raw, path.slice(0, depth + 1))) : {};
  }
  return Object.keys(shape.properties ?? {});
}

/** Of the kinds of phase, the one that was named. */
function branch(shape: Shape, value: unknown): Shape {
  return shape.oneOf?.find(({ properties }) => properties?.phase?.const === valueAt(value, ['phase'])) ?? shape;
}
