export { check } from './check/check.ts';
export { type Requirement, requirementNamed } from './check/diagnosis/requirement.ts';
export { type Columns, ColumnsBuilder, INCREMENT, READ, REFUSED, RETURNED, type Row } from './check/exact/columns.ts';
export {
  type CorpusHistory,
  type CorpusVerdict,
  judgeCorpusHistory,
  parseCorpusHistory,
} from './check/exact/corpus.ts';
export { type Diagnosis, diagnose } from './check/exact/diagnose.ts';
export { type Circumstances, decide, type Judgement, judge } from './check/exact/judge.ts';
export { type Levels, levelsOf } from './check/exact/levels/levels.ts';
export { type Counter, columnsOf, type Meaning } from './check/exact/operations.ts';
export type { Witness } from './check/exact/witness/witness.ts';
export { type Certificate, certificateOf, type Proof, proofOf } from './check/proof/certificate.ts';
export { countersOf } from './check/recorded/counters.ts';
export { checkRecorded } from './check/recorded/recorded.ts';
export type { ProgressEvent } from './drive/progress.ts';
export { isProbeError, type Place, ProbeError, type ProbeErrorCode } from './errors.ts';
export { createHistoryWriter, type HistoryWriter, readHistory } from './history/codec.ts';
export type { Format, FormatName, ReadOptions } from './history/formats/format.ts';
export { FORMATS, formatNamed, type OpenOptions, openAny, readAny } from './history/formats/formats.ts';
export { keep } from './history/formats/keep.ts';
export type * from './history/history.ts';
export { mergeHistories, mergeStreams, type Part } from './history/merge.ts';
export type * from './history/operation.ts';
export { type HistoryStream, openHistory } from './history/reader/stream.ts';
export { type CounterPart, splitByKey } from './history/split.ts';
export { type Probed, type ProbeOptions, probe } from './probe.ts';
export { type FlagContext, type RunFlags, scenarioFromFlags } from './scenario/flags.ts';
export { type LoadOptions, loadScenario, parseScenario } from './scenario/load.ts';
export type * from './scenario/scenario.ts';
export type { FindingCode } from './verdict/codes.ts';
export type * from './verdict/finding.ts';
export type * from './verdict/report.ts';
export { makeReport } from './verdict/summary.ts';
export type { Verdict } from './verdict/verdict.ts';
export { type Verified, verify } from './verify/verify.ts';
