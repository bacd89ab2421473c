import type { History } from '../../history/history.ts';
import { movesOtherwise } from '../../history/moves.ts';
import { printable } from '../../history/printable.ts';
import { CODES } from '../../verdict/codes.ts';
import type { Finding } from '../../verdict/finding.ts';
import type { Note, PhaseResult, ScenarioResult } from '../../verdict/report.ts';
import { worst } from '../../verdict/verdict.ts';
import { check } from '../check.ts';
import { diagnose } from '../diagnosis/diagnose.ts';
import { type Diagnosis, isObserved } from '../diagnosis/diagnosis.ts';
import { consistencyOf, stalenessTold } from '../diagnosis/levels.ts';
import { nameOf, type Requirement } from '../diagnosis/requirement.ts';
import { type Trouble, troublesOf } from '../diagnosis/troubles.ts';
import { assumptionsOf } from './assumptions.ts';
import { isImported, partsOf } from './counters.ts';
import { findingOf, garbledReads, perCode, undecided, unseen, unseenAfter } from './findings.ts';
import { barriersTo } from './moves.ts';
import { inOneCase, unreleased } from './one-round.ts';
import { isSeenAfter } from './seen-after.ts';
import { isUnasked } from './unasked.ts';

/**
 * Judges a saved history as a run is judged, whoever recorded it: one of ours by its phases and the order of its reads,
 * one of another tool, or of ours that was asked nothing, by the exact check alone. Pure. Never throws.
 */
export function checkRecorded(history: History, required: Requirement): ScenarioResult {
  const { header } = history;
  if (!isImported(header) && movesOtherwise(history)) {
    const base = check(unreleased(history));
    return exactly(inOneCase(history, base), history, required, barriersTo(history, base));
  }
  if (!isImported(header) && !isOfSeveral(history)) {
    const result = check({ ...history, header: { ...header, require: nameOf(required) } });
    return isUnasked(history) && result.findings.every(({ code }) => code === 'CP308')
      ? exactly(inOneCase(history, result), history, required)
      : result;
  }
  return exactly(inOneCase(history), history, required);
}

/** Of several counters in one round, which no run is: its phases add up what belongs to each of them. */
function isOfSeveral({ header: { object }, operations }: History): boolean {
  const keys = new Map<number, string>();
  if (object !== 'counter') return false;
  return operations.some(({ round, key }) => {
    const first = keys.get(round);
    if (first === undefined) keys.set(round, key);
    return first !== undefined && first !== key;
  });
}

/** `barriers`: what keeps it from being asked. */
function exactly(
  base: ScenarioResult,
  history: History,
  required: Requirement,
  barriers: readonly Finding[] = [],
): ScenarioResult {
  try {
    if (barriers.length > 0) return ofImport(base, history, required, NOTHING_ASKED, barriers);
    return ofImport(base, history, required, examine(history, required));
  } catch (error) {
    const why = printable(error instanceof Error ? error.message : String(error), 300);
    const finding = undecided(1, `${why}. This is a fault of counter-probe, not of the target`);
    return withFindings(base, required, [finding]);
  }
}

const NOTHING_ASKED: Examined = { found: [], mixed: 0, unknown: 0, troubles: [] };

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
    ofOwnRows(troublesOf(of, required), of.columns.size).map((trouble, i) => ({ of, trouble, gravest: i === 0 })),
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
function ofOwnRows(troubles: readonly Trouble[], size: number): readonly Trouble[] {
  const isTold = new Uint8Array(size);
  return troubles.filter(({ fault, rows }, i) => {
    const again = rows.every((row) => isTold[row] === 1);
    if (fault && i < troubles.length - 1) for (const row of rows) isTold[row] = 1;
    return !again;
  });
}

function ofImport(
  base: ScenarioResult,
  history: History,
  required: Requirement,
  exact: Examined,
  barriers: readonly Finding[] = [],
): ScenarioResult {
  const { found } = exact;
  const right = found.filter(({ verdict }) => verdict === 'linearizable');
  const unread = right.filter((of) => !isObserved(of)).length;
  const isRun = !isImported(history.header);
  const before = right.filter((of) => isObserved(of) && !isSeenAfter(of, isRun)).length;
  const garbled = garbledReads(history.operations);
  const isEmpty = barriers.length === 0 && found.length + exact.mixed === 0;
  const findings = [
    ...barriers,
    ...findingsOf(exact),
    ...(garbled === null ? [] : [garbled]),
    ...(unread > 0 || isEmpty ? [unseen(unread, found.length + exact.mixed)] : []),
    ...(before > 0 ? [unseenAfter(before, found.length + exact.mixed)] : []),
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
