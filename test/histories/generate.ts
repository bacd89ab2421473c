import { type Labels, labelsOf } from './labels.ts';
import { dice, type Sized, type Sketch, sketch, type Variant } from './sketches.ts';

const VARIANTS: readonly Variant[] = ['unit', 'bounded', 'range', 'delta'];
/** Histories of one class, and sketches that are tried for them. */
const EACH = 12;
const RIGHT = 30;
const TRIED = 6_000;

/** The files of the corpus by name, each with one history a line; the same at every call. */
export function corpusFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [seed, variant] of VARIANTS.entries()) {
    for (const [name, lines] of classesOf(variant, seed + 1)) files.set(`${name}.jsonl`, lines.join(''));
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function classesOf(variant: Variant, seed: number): ReadonlyMap<string, readonly string[]> {
  const roll = dice(seed);
  const classes = new Map<string, string[]>();
  const seen = new Set<string>();
  for (let tried = 0; tried < TRIED; tried++) {
    const made = sketch(variant, roll);
    const shape = JSON.stringify(made.ops);
    const labels = labelsOf(made);
    const name = nameOf(variant, labels);
    const lines = classes.get(name) ?? [];
    if (seen.has(shape) || lines.length === (labels.verdict === 'violation' ? EACH : RIGHT)) continue;
    seen.add(shape);
    classes.set(name, lines);
    lines.push(lineOf(`${name}-${String(lines.length + 1).padStart(2, '0')}`, made, labels));
  }
  return classes;
}

/** `unit.linearizable`, `bounded.violation.over-admission`. */
const nameOf = (variant: Variant, { verdict, anomaly }: Labels): string =>
  [variant, verdict, anomaly ?? null].filter((word) => word !== null).join('.');

function lineOf(id: string, { variant, initial, limit, ops }: Sketch, labels: Labels): string {
  const written = ops.map((op) => writtenOf(op, initial, variant));
  const most = Number.isFinite(limit) ? initial + limit : null;
  return `${JSON.stringify({ id, variant, initial, limit: most, ops: written, ...labels })}\n`;
}

const CALLS = { I: 'inc', T: 'incget', R: 'read', X: 'inc' } as const;

function writtenOf({ f, certain, start, end, low, high, process, amount }: Sized, initial: number, variant: Variant) {
  const shows = f === 'R' || f === 'T';
  return {
    type: f === 'X' ? 'I' : f,
    f: CALLS[f],
    value: shows ? initial + low : null,
    ...(variant === 'range' && f === 'R' ? { valueHi: initial + high } : {}),
    process,
    invoke: start,
    complete: certain ? end : null,
    outcome: f === 'X' ? 'rejected' : certain ? 'ok' : 'info',
    ...(variant === 'delta' && f !== 'R' ? { delta: amount } : {}),
  };
}
