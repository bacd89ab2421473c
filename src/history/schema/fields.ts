import { z } from 'zod';
import { parseDecimal, whyNoDecimal } from '../decimal.ts';

export const decimal = z
  .string()
  .refine((text) => parseDecimal(text) !== null, { error: ({ input }) => whyNoDecimal(input as string) });
export const step = decimal.refine((text) => parseDecimal(text)?.unscaled !== 0n, { error: 'must not be 0' });
export const whole = z.int().min(0);
export const ns = whole;
export const ms = z.number().min(0);
export const round = z.int().min(1);

export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** Does not compile when a schema and the type it stands for part ways. */
export type Holds<T extends true> = T;
