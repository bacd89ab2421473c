import type { FindingCode } from '../../verdict/codes.ts';
import type { Note } from '../../verdict/report.ts';
import type { Claim } from '../claim.ts';
import { argumentOf, operationAt, operationsOf } from '../diagnosis/argument.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import type { Requirement } from '../diagnosis/requirement.ts';
import { breachingRows, CODE_OF, messageOf } from '../diagnosis/troubles.ts';
import { ANOMALIES, type Anomaly } from '../exact/labels.ts';
import { mostOf } from '../exact/staleness.ts';
import { duration, plural } from '../words.ts';
import { proofOfRead } from './proof.ts';

/** Operations shown of a proof. */
const MAX_WITNESS = 12;

/** Reads of one number in one round that breach what is required. */
interface Breach {
  readonly of: Diagnosis;
  readonly anomaly: Anomaly;
  readonly round: number;
  readonly rows: readonly number[];
}

/** What is forbidden by the requirement, a claim for each kind and round; the first of a code with its proof. */
export function claimsOf(found: readonly Diagnosis[], required: Requirement): readonly Claim[] {
  const breaches = found
    .flatMap((of) =>
      [...of.anomalies].flatMap(([anomaly, rows]) => byRound(of, anomaly, breaching(of, anomaly, rows, required))),
    )
    .sort((a, b) => ANOMALIES.indexOf(a.anomaly) - ANOMALIES.indexOf(b.anomaly) || a.round - b.round);
  const proven = new Set<string>();
  return breaches.map((breach) => {
    const code = codeOf(breach.anomaly, required);
    const isFirst = !proven.has(code);
    proven.add(code);
    return claimOf(breach, code, isFirst ? required : null);
  });
}

/** What is out of order and forbidden by nothing. */
export function notesOf(found: readonly Diagnosis[], required: Requirement): readonly Note[] {
  return ANOMALIES.flatMap((anomaly): readonly Note[] => {
    const having = found.filter((of) => {
      const rows = of.anomalies.get(anomaly);
      return rows !== undefined && breaching(of, anomaly, rows, required).length === 0;
    });
    const [first] = having;
    const rows = first?.anomalies.get(anomaly);
    if (first === undefined || rows === undefined) return [];
    const more = having.length === 1 ? '' : `; the same on ${having.length - 1} more`;
    return [{ code: anomaly, message: `${told(first, anomaly, rows)}${more}. It breaches nothing that was required.` }];
  });
}

/** What shows more than was sent is for the amounts to tell, unless every read must be the latest. */
const OF_AMOUNTS: ReadonlySet<Anomaly> = new Set(['phantom', 'future-read']);

const breaching = (
  of: Diagnosis,
  anomaly: Anomaly,
  rows: readonly number[],
  required: Requirement,
): readonly number[] =>
  OF_AMOUNTS.has(anomaly) && required.level !== 'latest' ? [] : breachingRows(of, anomaly, rows, required);

function byRound(of: Diagnosis, anomaly: Anomaly, rows: readonly number[]): readonly Breach[] {
  const rounds = new Map<number, number[]>();
  for (const row of rows) {
    const { round } = operationAt(of, row);
    const own = rounds.get(round);
    if (own) own.push(row);
    else rounds.set(round, [row]);
  }
  return [...rounds].map(([round, own]) => ({ of, anomaly, round, rows: own }));
}

/** Where only the age of a read is bounded, it is its age that breaches: whose writes it lacks is no matter. */
const codeOf = (anomaly: Anomaly, { level }: Requirement): FindingCode =>
  level === 'bounded' && anomaly === 'read-your-writes' ? 'CP108' : CODE_OF[anomaly];

/** `required`: what it is proven against; null: it is told of another already. */
function claimOf({ of, anomaly, round, rows }: Breach, code: FindingCode, required: Requirement | null): Claim {
  const where = { code, round, phase: null, count: { min: rows.length, max: rows.length } };
  const message = told(of, anomaly, rows);
  if (required === null) return { ...where, message, argument: '', witness: [] };
  const row = rows[0] as number;
  const ageNs = required.level === 'bounded' ? required.ms * 1e6 : 0;
  const ownOnly = required.level === 'read-your-writes' || code === 'CP113';
  const proof = proofOfRead(of.columns, row, { ownOnly, ageNs });
  if (proof === null) {
    const argument = `By the definition of ${anomaly}; nothing that others did explains it.`;
    return { ...where, message, argument, witness: [operationAt(of, row)] };
  }
  const late = required.level === 'bounded' ? ` That was over more than ${duration(required.ms)} before.` : '';
  const witness = operationsOf(of, proof).slice(0, MAX_WITNESS);
  return { ...where, message, argument: `${argumentOf(of, proof)}${late}`, witness };
}

/** What is wrong with some reads, and how old they were. */
function told(of: Diagnosis, anomaly: Anomaly, rows: readonly number[]): string {
  const message = messageOf(of, anomaly, rows, null);
  const among = new Set(rows);
  const { stale } = of.staleness;
  const most = (ages: Float64Array): number => mostOf(ages.filter((_, i) => among.has(stale.rows[i] as number)));
  const [k, ms] = [most(stale.k), most(stale.deltaNs) / 1e6];
  return k > 0 && Number.isFinite(ms)
    ? `${message} (up to ${plural(k, 'write')} behind, ${duration(ms)} old)`
    : message;
}
