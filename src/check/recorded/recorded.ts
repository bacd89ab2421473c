import type { History } from '../../history/history.ts';
import { printable } from '../../history/printable.ts';
import { CODES } from '../../verdict/codes.ts';
import type { Finding } from '../../verdict/finding.ts';
import type { Note, PhaseResult, ScenarioResult } from '../../verdict/report.ts';
import { worst } from '../../verdict/verdict.ts';
import { check } from '../check.ts';
import { isImported, partsOf } from './counters.ts';
import { diagnose } from './diagnose.ts';
import { type Diagnosis, isObserved } from './diagnosis.ts';
import { type Trouble, troublesOf } from './faults.ts';
import { findingOf, garbledReads, perCode, undecided, unseen } from './findings.ts';
import { assumptionsOf, consistencyOf, stalenessTold } from './levels.ts';
import { nameOf, type Requirement } from './requirement.ts';
import { isUnasked } from './unasked.ts';

/**
 * Judges a saved history as a run is judged, whoever recorded it: one of ours by its phases and the order of its reads,
 * one of another tool, or of ours that was asked nothing, by the exact check alone. Pure. Never throws.
 */
export function checkRecorded(history: History, required: Requirement): ScenarioResult {
  const { header } = history;
  if (!isImported(header)) {
    const result = check({ ...history, header: { ...header, require: nameOf(required) } });
    return isUnasked(history) && result.findings.every(({ code }) => code === 'CP308')
      ? exactly(result, history, required)
      : result;
  }
  return exactly(check(unreleased(history)), history, required);
}

function exactly(base: ScenarioResult, history: History, required: Requirement): ScenarioResult {
  try {
    return ofImport(base, history, required, examine(history, required));
  } catch (error) {
    const why = printable(error instanceof Error ? error.message : String(error), 300);
    const finding = undecided(1, `${why}. This is a fault of counter-probe, not of the target`);
    return withFindings(base, required, [finding]);
  }
}

/** No burst was let go in it, so there is no overlap to be weighed; and its reads are looked at by themselves. */
const unreleased = ({ header, ...rest }: History): History => ({
  ...rest,
  header: { ...header, require: 'eventual', phases: header.phases.map((phase) => ({ ...phase, kind: 'spaced' })) },
});

interface Examined {
  readonly found: readonly Diagnosis[];
  /** Counters whose increments are of different amounts. */
  readonly mixed: number;
  /** Values too far apart to count. */
  readonly unknown: number;
  readonly troubles: readonly { readonly of: Diagnosis; readonly trouble: Trouble; readonly gravest: boolean }[];
}

function examine(history: History, required: Requirement): Examined {
  const asked = partsOf(history).map(({ counter, operations }) => diagnose(history.header, operations, counter));
  const found = asked.filter((one) => one !== null);
  const troubles = found.flatMap((of) =>
    ofOwnRows(troublesOf(of, required)).map((trouble, i) => ({ of, trouble, gravest: i === 0 })),
  );
  const unknown = found.filter(({ verdict }) => verdict === 'unknown').length;
  return { found, mixed: asked.length - found.length, unknown, troubles };
}

function findingsOf({ found, mixed, unknown, troubles }: Examined): readonly Finding[] {
  const many = found.length > 1;
  const faults = troubles
    .filter(({ trouble }) => trouble.fault)
    .map(({ of, trouble, gravest }) => findingOf(of, trouble, gravest, many));
  return [
    ...perCode(faults),
    ...(mixed === 0
      ? []
      : [
          undecided(
            mixed,
            'increments of different amounts where some are 0 or below, too large, or from a start that is not known',
          ),
        ]),
    ...(unknown === 0 ? [] : [undecided(unknown, OPEN)]),
  ];
}

const OPEN = 'the search ended at its budget, or the errors of the clocks leave it open';

const notesOf = ({ troubles }: Examined): readonly Note[] =>
  troubles
    .filter(({ trouble }) => !trouble.fault)
    .map(({ trouble: { anomaly, message } }) => ({
      code: anomaly,
      message: `${message}. It breaches nothing that was required.`,
    }));

/** One cause, one finding: what only operations of a graver fault show is not told again. */
function ofOwnRows(troubles: readonly Trouble[]): readonly Trouble[] {
  const told = new Set<number>();
  return troubles.filter(({ fault, rows }) => {
    const again = rows.every((row) => told.has(row));
    if (fault) for (const row of rows) told.add(row);
    return !again;
  });
}

function ofImport(base: ScenarioResult, history: History, required: Requirement, exact: Examined): ScenarioResult {
  const { found } = exact;
  const unread = found.filter((of) => !isObserved(of) && of.verdict === 'linearizable').length;
  const garbled = garbledReads(history.operations);
  const findings = [
    ...findingsOf(exact),
    ...(garbled === null ? [] : [garbled]),
    ...(unread > 0 || found.length + exact.mixed === 0 ? [unseen(unread, found.length + exact.mixed)] : []),
  ];
  const result = withFindings(base, required, findings);
  return {
    ...result,
    rounds: { planned: 1, run: 1, wrong: result.verdict === 'fail' ? 1 : 0 },
    confidence: {
      ...base.confidence,
      wrongRoundRate: { low: 0, high: 1 },
      statement: 'One recorded history is one case: it does not tell how often another goes wrong.',
    },
    phases: base.phases.map((phase) => counted(phase, history, exact, result)),
    staleness: stalenessTold(found),
    consistency: { required: nameOf(required), satisfied: consistencyOf(found, result) },
    notes: notesOf(exact),
    assumptions: assumptionsOf(history.header),
  };
}

/** The sums of a run do not hold for it; those of the exact check do. */
function counted(
  phase: PhaseResult,
  { header }: History,
  { found }: Examined,
  { findings, verdict }: ScenarioResult,
): PhaseResult {
  const lost = findings.find(({ code }) => code === 'CP101')?.count;
  const nothing = verdict === 'pass' ? { min: 0, max: 0 } : { min: null, max: null };
  const alone = found.length === 1;
  return {
    ...phase,
    kind: 'concurrent',
    before: alone ? (header.initial ?? phase.before) : null,
    after: alone ? phase.after : null,
    expected: { min: null, max: null },
    observed: alone ? phase.observed : null,
    lost: lost ?? nothing,
    duplicated: nothing,
  };
}

function withFindings(base: ScenarioResult, required: Requirement, findings: readonly Finding[]): ScenarioResult {
  const isFault = ({ code }: Finding): boolean => CODES[code].verdict === 'fail';
  const sorted = [...findings.filter(isFault), ...findings.filter((one) => !isFault(one))];
  const verdict = worst(sorted.map(({ code }) => CODES[code].verdict));
  return {
    ...base,
    verdict,
    require: nameOf(required),
    findings: sorted,
    consistency: { required: nameOf(required), satisfied: verdict === 'pass' ? [nameOf(required)] : [] },
  };
}
