import type { History } from '../../src/history/history.ts';
import type { Form } from '../../src/verify/finding/forms.ts';

const CODES_OF = {
  way: ['CP101', 'CP102', 'CP103', 'CP107', 'CP110', 'CP114', 'CP115', 'CP117'],
  answers: ['CP104', 'CP105', 'CP106', 'CP110', 'CP111', 'CP112', 'CP117'],
};

interface Claimed {
  readonly code: string;
  readonly proof: Form;
}

/** Every proof of a finding that can be written down about a small history. */
export function* everyFinding({ header, operations, marks }: History): Generator<Claimed> {
  const ids = operations.map(({ id }) => id);
  const reads = operations.filter(({ f }) => f === 'read').map(({ id }) => id);
  const writes = operations.filter(({ f }) => f !== 'read').map(({ id }) => id);
  for (const reading of header.readings) {
    for (const from of [null, ...reads]) {
      for (const to of reads) {
        const way = { reading, from, to };
        for (const form of ['short', 'surplus', 'off', 'uneven', 'crash', 'unlike'] as const)
          for (const code of CODES_OF.way) yield { code, proof: { form, ...way } };
        for (const kind of ['joined', 'wrapped', 'rounded'] as const)
          yield { code: 'CP118', proof: { form: 'kind', ...way, kind } };
        for (const later of reads) yield { code: 'CP120', proof: { form: 'held-back', ...way, later } };
      }
      for (const read of ids) yield { code: 'CP118', proof: { form: 'no-number', reading, from, read } };
    }
  }
  for (const a of writes) {
    for (const code of CODES_OF.answers) {
      yield { code, proof: { form: 'over', in: a } };
      yield { code, proof: { form: 'under', in: a } };
      yield { code, proof: { form: 'room', refused: a } };
      for (const b of writes) {
        yield { code, proof: { form: 'window', from: a, to: b } };
        yield { code, proof: { form: 'reopened', refused: a, admitted: b } };
        for (const form of ['same', 'effects', 'answers'] as const) yield { code, proof: { form, writes: [a, b] } };
      }
      for (const thing of new Set(operations.flatMap(({ key, items }) => [key, ...(items ?? [])])))
        yield { code, proof: { form: 'oversold', at: a, thing } };
    }
  }
  for (const set of everySet(writes.slice(0, 7))) yield { code: 'CP119', proof: { form: 'no-order', writes: set } };
  for (const read of reads) {
    for (const code of CODES_OF.answers) {
      yield { code, proof: { form: 'filled', read } };
      for (const before of reads) yield { code, proof: { form: 'above', before, read } };
    }
    for (const before of [null, ...reads]) yield { code: 'CP117', proof: { form: 'held', before, read } };
    for (const code of ['CP107', 'CP114']) {
      for (const expectation of [0, 1]) {
        yield { code, proof: { form: 'bounds', expectation, read } };
        yield { code, proof: { form: 'during', expectation, read } };
      }
      yield { code, proof: { form: 'sum', expectation: 0, reads: [read] } };
      for (const other of reads) yield { code, proof: { form: 'sum', expectation: 0, reads: [read, other] } };
    }
  }
  for (const code of ['CP104', 'CP105', 'CP106', 'CP110', 'CP114'])
    for (const expectation of [0, 1])
      for (const phaseIndex of [null, 0, 1])
        yield { code, proof: { form: 'count', expectation, round: 1, phaseIndex } };
  for (const mark of marks) {
    if (!('unharmed' in mark)) continue;
    const { invoke, phaseIndex } = mark;
    yield { code: 'CP116', proof: { form: 'harmed', expectation: 0, round: 1, invoke } };
    yield { code: 'CP116', proof: { form: 'slowed', round: 1, phaseIndex: Math.max(0, phaseIndex) } };
  }
  for (const key of new Set(operations.map((one) => one.key))) {
    for (const read of reads) {
      const where = { key, reading: 'value', round: null, returns: false, read };
      for (const require of ['latest', 'read-your-writes', 'bounded:1ms', 'eventual']) {
        for (const one of ids) {
          yield { code: 'CP108', proof: { form: 'stale', require, ...where, floors: [one], increments: [] } };
          yield { code: 'CP113', proof: { form: 'stale', require, ...where, floors: [], increments: [one] } };
          for (const two of ids)
            yield { code: 'CP109', proof: { form: 'stale', require, ...where, floors: [one], increments: [two] } };
        }
      }
    }
  }
}

export const everySet = (ids: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: 1 << ids.length }, (_, set) => ids.filter((_id, i) => set & (1 << i)));
