import { add, type Decimal, formatDecimal, times } from '../../history/decimal.ts';
import { troubleOf } from '../../history/operation.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import { movedIn } from './movement.ts';
import { decimalOf, isLess } from './numbers.ts';
import { baseOf } from './rest.ts';
import { operationOf, type Saved } from './saved.ts';

interface Sum {
  readonly from: Decimal;
  readonly to: Decimal;
  readonly was: string;
  readonly is: string;
  readonly step: string;
  /** Fewest and most writes that may have counted. */
  readonly fewest: bigint;
  readonly most: bigint;
}

/** Outside what the writes make, and just what joining, wrapping or rounding makes of it. */
export function isOfAnotherKind(saved: Saved, form: FormOf<'kind'>): boolean {
  return movedIn(saved, form).some(({ expectation, base, to, way }) => {
    if (!isLess(way.rise, way.least) && !isLess(way.most, way.rise)) return false;
    const yes = way.intents.filter(({ comes }) => comes === 'yes').length;
    const maybe = way.intents.filter(({ comes }) => comes === 'maybe').length;
    const sum: Sum = {
      from: base.value,
      to: decimalOf(to.value, `operation ${to.id}`),
      was: base.read?.value ?? saved.header.initial ?? '',
      is: to.value ?? '',
      step: expectation.step ?? saved.header.step,
      fewest: BigInt(yes),
      most: BigInt(yes + maybe),
    };
    return KINDS[form.kind](sum);
  });
}

const KINDS: Readonly<Record<FormOf<'kind'>['kind'], (sum: Sum) => boolean>> = { joined, wrapped, rounded };

/** The digits before, and behind them the step's, once for each of some writes. */
function joined({ was, is, step, most }: Sum): boolean {
  const before = was.replace(/^0+(?=\d)/, '');
  const prefix = before === '0' ? '' : before;
  const digits = is.replace(/^0+(?=\d)/, '');
  if (![before, digits, step].every((text) => /^\d+$/.test(text)) || !digits.startsWith(prefix)) return false;
  const times = (digits.length - prefix.length) / step.length;
  // One digit behind none is what one write adds.
  if (prefix === '' && times === 1) return false;
  return Number.isInteger(times) && times > 0 && BigInt(times) <= most && digits === prefix + step.repeat(times);
}

/** Off by a multiple of what a field of so many bits or digits holds, and the right sum does not fit into it. */
function wrapped({ from, to, step, fewest, most }: Sum): boolean {
  const unit = decimalOf(step, 'the step');
  must(from.scale + to.scale + unit.scale === 0, 'only whole numbers wrap around');
  must(most - fewest <= 1_000n, 'too many unknown writes');
  for (let n = fewest; n <= most; n += 1n) {
    const off = from.unscaled + n * unit.unscaled - to.unscaled;
    if (off !== 0n && FIELDS.some((field) => off % field === 0n)) return true;
  }
  return false;
}

const FIELDS: readonly bigint[] = [
  ...[8n, 16n, 31n, 32n, 53n, 63n, 64n].map((bits) => 2n ** bits),
  ...Array.from({ length: 19 }, (_, i) => 10n ** BigInt(i + 2)),
];

/** Additions in floating point lead there, one by one or all in one. */
function rounded({ from, to, step, most }: Sum): boolean {
  const [start, unit, end] = [from, decimalOf(step, 'the step'), to].map((one) => Number(formatDecimal(one)));
  if (start === undefined || unit === undefined || end === undefined) return false;
  return [(value: number) => value, Math.fround].some((round) => {
    let sum = start;
    for (let n = 1; n <= Math.min(Number(most), 100_000); n += 1) {
      sum = round(sum + unit);
      if ([sum, round(start + n * unit)].some((found) => found === end && isInexact(from, step, n, to))) return true;
    }
    return false;
  });
}

/** Exact additions do not lead there. */
const isInexact = (from: Decimal, step: string, n: number, to: Decimal): boolean => {
  const sum = add(from, times(decimalOf(step, 'the step'), BigInt(n)));
  return sum.unscaled !== to.unscaled || sum.scale !== to.scale;
};

/** A number stood there, and then something else. */
export function isNoNumber(saved: Saved, { reading, from, read: id }: FormOf<'no-number'>): boolean {
  const read = operationOf(saved, id);
  must(read.f === 'read' && read.reading === reading, `operation ${id} is no reading of ${reading}`);
  const hasNone = troubleOf(read) !== null;
  if (from === null && saved.header.initial === null) return hasNone;
  return hasNone && baseOf(saved, from, reading, read).value !== null;
}
