import type { Operation } from '../../history/operation.ts';
import type { Place } from './candidates.ts';
import type { FindingProof } from './proof.ts';

/** From one number at rest to another. */
interface Stretch {
  readonly reading: string;
  readonly from: number | null;
  readonly to: number;
}

const isNumber = ({ f, outcome, role }: Operation): boolean => f === 'read' && outcome === 'ok' && role !== 'during';

/** What the finding shows; then from the first number of the round to its last, and from one to the next. */
function* stretchesOf({ finding, near, history }: Place): Generator<Stretch> {
  const shown = finding.witness.filter(isNumber);
  const readings = new Set([...shown, ...near.filter(isNumber)].map(({ reading }) => reading ?? ''));
  for (const reading of readings) {
    const own = [shown, near.filter(isNumber), history.operations.filter(isNumber)]
      .map((reads) => reads.filter((read) => read.reading === reading).toSorted((a, b) => a.invoke - b.invoke))
      .filter((reads) => reads.length > 0);
    for (const reads of own) {
      const [first, last] = [reads[0] as Operation, reads.at(-1) as Operation];
      if (first !== last) yield { reading, from: first.id, to: last.id };
      yield { reading, from: null, to: last.id };
    }
    yield* steps(reading, own[1] ?? []);
  }
}

/** From what was read last after one phase to what was read last after another. */
function* steps(reading: string, reads: readonly Operation[]): Generator<Stretch> {
  const lasts = new Map<string, Operation>();
  for (const read of reads) lasts.set(JSON.stringify([read.round, read.phaseIndex]), read);
  const stands = [...lasts.values()];
  for (const [i, from] of stands.entries()) {
    for (const to of stands.slice(i + 1)) yield { reading, from: from.id, to: to.id };
  }
  for (const to of stands) yield { reading, from: null, to: to.id };
}

export const wayProofs = (...forms: readonly string[]) =>
  function* (place: Place): Generator<FindingProof> {
    for (const stretch of stretchesOf(place)) {
      for (const form of forms) yield { form, ...stretch };
    }
  };

/** Numbers of another kind, and numbers that came late. */
export function* numberProofs(place: Place): Generator<FindingProof> {
  const { finding, history } = place;
  if (finding.code === 'CP120') {
    const later = history.operations.filter(isNumber).toSorted((a, b) => b.invoke - a.invoke);
    for (const stretch of stretchesOf(place)) {
      for (const { reading, id } of later.slice(0, MAX_LATER)) {
        if (reading === stretch.reading) yield { form: 'held-back', ...stretch, later: id };
      }
    }
    return;
  }
  for (const stretch of stretchesOf(place)) {
    for (const kind of ['joined', 'wrapped', 'rounded']) yield { form: 'kind', ...stretch, kind };
  }
  yield* withoutNumber(place);
}

const MAX_LATER = 20;

function* withoutNumber({ finding: { witness } }: Place): Generator<FindingProof> {
  for (const read of witness.filter(({ f, outcome }) => f === 'read' && outcome !== 'ok')) {
    const { reading } = read;
    const before = witness.find((one) => isNumber(one) && one.reading === reading);
    yield { form: 'no-number', reading, from: before?.id ?? null, read: read.id };
  }
}

/** A read that shows less than what the finding shows before it. */
export function* staleProofs({ history: { header, operations }, finding, require }: Place): Generator<FindingProof> {
  const read = finding.witness.findLast(({ f }) => f === 'read');
  if (read === undefined) return;
  const others = finding.witness.filter((one) => one !== read);
  const increments = others.filter(({ f }) => f !== 'read').map(({ id }) => id);
  const floors = others.filter(({ f }) => f === 'read').map(({ id }) => id);
  for (const round of [header.setup ? read.round : null, read.round]) {
    const where = { key: read.key, reading: read.reading, round, read: read.id };
    const base = operations.find(
      (one) => one.role === 'before' && one.key === read.key && one.reading === read.reading,
    );
    const bases = floors.length > 0 || base === undefined ? [floors] : [floors, [base.id]];
    for (const from of bases) {
      for (const returns of [false, true])
        yield { form: 'stale', require, ...where, returns, floors: from, increments };
    }
  }
}
