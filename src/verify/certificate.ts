import { z } from 'zod';
import { parseDecimal } from '../history/decimal.ts';
import { findingSchema } from './finding/forms.ts';

const ids = z.array(z.int().min(0)).readonly();

const counter = {
  key: z.string(),
  reading: z.string().nullable(),
  round: z.int().min(1).nullable(),
  returns: z.boolean(),
  others: z.boolean(),
};

/** How a few operations on a counter contradict each other. */
export const WITNESS_FORMS = [
  'duplicate',
  'inversion',
  'lost',
  'behind',
  'impossible',
  'jump',
  'overflow',
  'unreachable',
  'unordered',
] as const;

const witness = z.strictObject({
  form: z.enum(WITNESS_FORMS),
  floors: ids,
  increments: ids,
  ceilings: ids,
});

const explained = z.strictObject({
  ...counter,
  initial: z.string().refine((text) => parseDecimal(text) !== null, { error: 'must be a decimal number in quotes' }),
  order: ids,
});

const contradicted = z.strictObject({ ...counter, witness });

const certificate = z.strictObject({
  format: z.literal('counter-probe-certificate'),
  version: z.literal(1),
  history: z.strictObject({ sha256: z.string() }),
  verdict: z.enum(['linearizable', 'violation']),
  counters: z.array(z.union([explained, contradicted])).readonly(),
  findings: z.array(findingSchema).readonly().optional(),
});

export type Certificate = z.infer<typeof certificate>;
export type Proof = Certificate['counters'][number];
export type Explained = z.infer<typeof explained>;
export type Witness = z.infer<typeof witness>;

/** null for anything that is no certificate of this version, to the last key. */
export function parseCertificate(value: unknown): Certificate | null {
  const parsed = certificate.safeParse(value);
  return parsed.success ? parsed.data : null;
}
