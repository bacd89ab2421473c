import { z } from 'zod';

const id = z.int().min(0);
const round = z.int().min(1);
const phaseIndex = z.int().min(0).nullable();
const index = z.int().min(0);
const pair = z.tuple([id, id]).readonly();
const code = z.string().regex(/^CP\d{3}$/);

/** From one number at rest (null: from the value that the history begins with) to another. */
const way = { reading: z.string(), from: id.nullable(), to: id };

/** What proves a finding; see docs/certificate.md for what each form says and how it is checked. */
const formSchema = z.discriminatedUnion('form', [
  z.strictObject({ form: z.literal('short'), ...way }),
  z.strictObject({ form: z.literal('surplus'), ...way }),
  z.strictObject({ form: z.literal('off'), ...way }),
  z.strictObject({ form: z.literal('uneven'), ...way }),
  z.strictObject({ form: z.literal('held-back'), ...way, later: id }),
  z.strictObject({ form: z.literal('crash'), ...way }),
  z.strictObject({ form: z.literal('unlike'), ...way }),
  z.strictObject({ form: z.literal('kind'), ...way, kind: z.enum(['joined', 'wrapped', 'rounded']) }),
  z.strictObject({ form: z.literal('no-number'), reading: z.string(), from: id.nullable(), read: id }),
  z.strictObject({ form: z.literal('same'), writes: pair }),
  z.strictObject({ form: z.literal('effects'), writes: pair }),
  z.strictObject({ form: z.literal('answers'), writes: pair }),
  z.strictObject({ form: z.literal('over'), in: id }),
  z.strictObject({ form: z.literal('under'), in: id }),
  z.strictObject({ form: z.literal('window'), from: id, to: id }),
  z.strictObject({ form: z.literal('room'), refused: id }),
  z.strictObject({ form: z.literal('filled'), read: id }),
  z.strictObject({ form: z.literal('above'), before: id, read: id }),
  z.strictObject({ form: z.literal('reopened'), refused: id, admitted: id }),
  z.strictObject({ form: z.literal('oversold'), at: id, thing: z.string() }),
  z.strictObject({ form: z.literal('no-order'), writes: z.array(id).readonly() }),
  z.strictObject({ form: z.literal('held'), before: id.nullable(), read: id }),
  z.strictObject({ form: z.literal('count'), expectation: index, round, phaseIndex }),
  z.strictObject({ form: z.literal('bounds'), expectation: index, read: id }),
  z.strictObject({ form: z.literal('sum'), expectation: index, reads: z.array(id).readonly() }),
  z.strictObject({ form: z.literal('during'), expectation: index, read: id }),
  z.strictObject({ form: z.literal('harmed'), expectation: index, round, invoke: id }),
  z.strictObject({ form: z.literal('slowed'), round, phaseIndex: index }),
  z.strictObject({
    form: z.literal('stale'),
    require: z.string(),
    key: z.string(),
    reading: z.string(),
    round: round.nullable(),
    returns: z.boolean(),
    floors: z.array(id).readonly(),
    increments: z.array(id).readonly(),
    read: id,
  }),
]);

export const findingSchema = z.strictObject({ code, proof: formSchema });

export type Form = z.infer<typeof formSchema>;
export type ProvenFinding = z.infer<typeof findingSchema>;
export type FormOf<Name extends Form['form']> = Extract<Form, { readonly form: Name }>;
