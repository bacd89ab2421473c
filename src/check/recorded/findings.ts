import { type Operation, troubleOf } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { CODES, type FindingCode } from '../../verdict/codes.ts';
import type { Finding } from '../../verdict/finding.ts';
import type { Range } from '../../verdict/report.ts';
import { argumentOf, named, operationAt, operationsOf } from '../diagnosis/argument.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import type { Trouble } from '../diagnosis/troubles.ts';

/** Operations shown of a witness. */
const MAX_WITNESS = 12;
const NOT_COUNTED: Range = { min: null, max: null };

const finding = (
  code: FindingCode,
  parts: { message: string; argument: string; count?: Range; witness?: readonly Operation[] },
): Finding => ({
  code,
  title: CODES[code].title,
  message: parts.message,
  round: null,
  phase: null,
  count: parts.count ?? NOT_COUNTED,
  silent: CODES[code].verdict === 'fail',
  witness: (parts.witness ?? []).slice(0, MAX_WITNESS),
  argument: parts.argument,
  location: null,
  baselined: false,
});

/** The finding of one trouble; the gravest of a counter is shown by the smallest proof that there is. */
export function findingOf(of: Diagnosis, trouble: Trouble, gravest: boolean, many: boolean): Finding {
  const where = many ? ` (of ${printable(of.counter.key || 'the counter without a key', 80)})` : '';
  const { code, count, rows, anomaly } = trouble;
  const message = trouble.message + where;
  const { witness } = of;
  if (gravest && witness !== null && code !== 'CP118') {
    return finding(code, {
      ...{ message, count },
      argument: argumentOf(of, witness),
      witness: operationsOf(of, witness),
    });
  }
  const argument =
    code === 'CP118'
      ? 'What only counts up is a number, and never below zero.'
      : `By the definition of ${anomaly}; nothing that others did explains it.`;
  const shown = new Set<Operation>();
  for (const row of rows) if (shown.size < MAX_WITNESS) shown.add(operationAt(of, row));
  return finding(code, { message, count, argument, witness: [...shown] });
}

/** One finding for each code: the first of its kind, how many counters have it, and the sum of the counts. */
export function perCode(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<FindingCode, Finding[]>();
  for (const one of findings) {
    const group = groups.get(one.code);
    if (group) group.push(one);
    else groups.set(one.code, [one]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group as [Finding];
    if (group.length === 1) return first;
    const message = `${first.message}; the same on ${group.length - 1} more`;
    return { ...first, message, count: group.map(({ count }) => count).reduce(sum) };
  });
}

const sum = (a: Range, b: Range): Range => ({ min: plus(a.min, b.min), max: plus(a.max, b.max) });
const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Nothing was seen of these counters. */
export const unseen = (counters: number, all: number): Finding =>
  finding('CP308', {
    message:
      counters === all
        ? 'No value was read and none was returned, so nothing can be said about the increments'
        : `Of ${counters} of ${all} counters no value was read and none was returned`,
    argument: 'What nobody looked at cannot be judged.',
  });

/** These counters were looked at, and not after what was written to them. */
export const unseenAfter = (counters: number, all: number): Finding =>
  finding('CP308', {
    message:
      counters === all
        ? 'The number was not read after its writes, so nothing can be said of whether they were kept'
        : `Of ${counters} of ${all} counters the number was not read after its writes`,
    argument: 'What nobody looked at afterwards cannot be judged.',
  });

/** Counters that this check does not decide. */
export const undecided = (counters: number, why: string): Finding =>
  finding('CP314', {
    message: `${counters === 1 ? '1 counter is' : `${counters} counters are`} not decided: ${why}`,
    argument: 'A check that did not decide answers nothing.',
  });

/** Answers that held something else than a number; null when there are none. What was not there at all is passed over. */
export function garbledReads(operations: readonly Operation[]): Finding | null {
  const garbled = operations.filter(isGarbled);
  const [first] = garbled;
  if (first === undefined) return null;
  const count = garbled.length;
  return finding('CP118', {
    message: `${count === 1 ? '1 read' : `${count} reads`} showed no number: ${named(first)} had ${first.reason}`,
    argument: 'A count is a number.',
    count: { min: count, max: count },
    witness: garbled,
  });
}

function isGarbled(operation: Operation): boolean {
  const trouble = troubleOf(operation);
  return trouble !== null && trouble !== 'nothing';
}
