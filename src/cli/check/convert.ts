import { checkRecorded } from '../../check/recorded/recorded.ts';
import { asksElse } from '../../history/formats/barred.ts';
import { noPlaceFor } from '../../history/formats/carried.ts';
import type { Format } from '../../history/formats/format.ts';
import { type Given, givenWith } from '../../history/formats/given.ts';
import type { History } from '../../history/history.ts';
import { isImported } from '../../history/returned.ts';
import { CODES, type FindingCode } from '../../verdict/codes.ts';
import type { CliIo } from '../io.ts';
import { recordedRequirement } from './flags.ts';

/** What puts the number of a run in doubt, or what its refusals were for: other formats say nothing of it. */
const DOUBTS: ReadonlySet<FindingCode> = new Set(['CP304', 'CP307', 'CP309', 'CP310', 'CP311', 'CP313']);

/** Writes a history in another format to stdout; what must be given to check that is told on stderr. */
export function convert(history: History, target: Format, io: CliIo): void {
  const isOwn = target.name !== 'ndjson' && !isImported(history.header);
  const parts = target.write(history)[Symbol.iterator]();
  // It refuses by its first part, before the run is looked at.
  let part = parts.next();
  if (isOwn) refuseDoubtful(history, target);
  for (; !part.done; part = parts.next()) io.stdout.write(part.value);
  const told = [given(givenWith(history, target.name), target), isOwn ? unasked(history, target) : ''];
  for (const line of told) if (line !== '') io.stderr.write(`${line}\n`);
}

function refuseDoubtful(history: History, { name }: Format): void {
  const { findings } = checkRecorded(history, recordedRequirement(history.header));
  const doubt = findings.find(({ code }) => DOUBTS.has(code));
  if (doubt === undefined) return;
  throw noPlaceFor(name, `what leaves this run inconclusive: ${CODES[doubt.code].title} (${doubt.code})`);
}

function given({ initial, limit, require, clockErrorNs }: Given, { name }: Format): string {
  const flags = [
    ...(initial === undefined ? [] : [`--initial ${initial ?? 'unknown'}`]),
    ...(limit === undefined || limit === null ? [] : [`--limit ${limit}`]),
    ...(require === undefined ? [] : [`--require ${require}`]),
    ...(clockErrorNs === undefined ? [] : [`--clock-error ${clockErrorNs}ns`]),
  ];
  return flags.length === 0 ? '' : `what ${name} does not say must be given to check: ${flags.join(' ')}`;
}

function unasked({ header }: History, { name }: Format): string {
  const others = asksElse(header);
  return others.length === 0 ? '' : `${name} does not say what else was asked: ${others.join(', ')}`;
}
