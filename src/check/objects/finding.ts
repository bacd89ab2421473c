import type { Operation } from '../../history/operation.ts';
import type { Range } from '../../verdict/report.ts';

/** What the laws of a quota, a stock or an idempotent operation can be broken by; CP314: a search that did not end. */
export type ObjectCode = 'CP104' | 'CP105' | 'CP106' | 'CP110' | 'CP111' | 'CP117' | 'CP119' | 'CP314';

/** Proofs that can be checked by counting in the history alone; operations are told by their ids. */
export type ObjectProof =
  /** More writes were acknowledged in the scope of this one than the limit allows. */
  | { readonly form: 'over'; readonly in: number }
  /** More were acknowledged from the beginning of one to the end of the other than the windows touched allow. */
  | { readonly form: 'window'; readonly from: number; readonly to: number }
  /** Refused, though fewer than the limit can have counted by then. */
  | { readonly form: 'room'; readonly refused: number }
  /** So much was read as used ahead of a round that not all that were admitted in it had room. */
  | { readonly form: 'filled'; readonly read: number }
  /** Within the limit ahead of all writes, and above it when they are over. */
  | { readonly form: 'above'; readonly before: number; readonly read: number }
  /** Refused because the limit was reached, and later another was admitted. */
  | { readonly form: 'reopened'; readonly refused: number; readonly admitted: number }
  /** When this one was granted, more was held of a thing than there is. */
  | { readonly form: 'oversold'; readonly at: number; readonly thing: string }
  /** No order of these explains their answers, whatever the others did. */
  | { readonly form: 'no-order'; readonly writes: readonly number[] }
  /** At rest a reading shows more, or less, taken than can be held. */
  | { readonly form: 'held'; readonly before: number | null; readonly read: number }
  /** Attempts of one intent whose answers name two effects. */
  | { readonly form: 'effects'; readonly writes: readonly [number, number] }
  /** Attempts of one intent that were acknowledged with different answers. */
  | { readonly form: 'answers'; readonly writes: readonly [number, number] };

/** One breach of an object's law, with the operations that show it. */
export interface ObjectFinding {
  readonly code: ObjectCode;
  readonly round: number | null;
  /** null when it is about the whole round. */
  readonly phaseIndex: number | null;
  readonly count: Range;
  readonly message: string;
  /** One or two sentences that a person can check by counting. */
  readonly argument: string;
  readonly witness: readonly Operation[];
  /** null where counting alone does not show it. */
  readonly proof: ObjectProof | null;
}

/** Operations that a witness shows at most. */
export const MAX_WITNESS = 12;
