import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Columns } from '../../../src/check/exact/columns.ts';
import { isLinearizable } from '../../../src/check/exact/core.ts';
import { isExplainable, type Small } from '../../support/oracle.ts';
import { columnsFrom, everyHistory, everyOperation, got, inc, saw, smallHistories } from '../../support/small.ts';
import { ROOT } from '../../support/source.ts';

type Decide = (columns: Columns, others?: boolean) => boolean;
interface Question {
  readonly columns: Columns;
  readonly others: boolean;
  readonly answer: boolean;
}

const ask = (ops: readonly Small[], limit?: number, others = false): Question => ({
  columns: columnsFrom(ops, limit),
  others,
  answer: isExplainable(ops, { others, ...(limit === undefined ? {} : { limit }) }),
});

/** Histories that hardly come up by chance, each of which takes one step of the core to be judged right. */
function rare(): readonly Question[] {
  const eight = Array.from({ length: 8 }, (_, i) => got(i + 1, 2 * i, 2 * i));
  const immense = columnsFrom([saw(Number.POSITIVE_INFINITY, 0, 1)]);
  return [
    // A range whose ends are the wrong way round.
    ask([inc(0, 5), inc(0, 5), saw(2, 2, 3, 0, 1)]),
    // The increment that is complete last began before the one ahead of it, by one slot.
    ask([inc(0, 1), saw(1, 2, 2), saw(2, 4, 4), inc(5, 6), inc(3, 9)]),
    // The search for a slot goes on past the last.
    ask([...eight, inc(20, 20), saw(8, 22, 22)]),
    // Of what others wrote nothing is above the one slot that two increments want, or three.
    ask([saw(2, 0, 1), inc(2, 3), inc(2, 3), saw(0, 4, 5, 0, 3)], undefined, true),
    ask([saw(5, 0, 1), inc(2, 3), inc(2, 3), inc(2, 3)], 7, true),
    { columns: immense, others: true, answer: false },
  ];
}

function questions(): readonly Question[] {
  const every = everyOperation(3, [-1, 0, 1, 2, 3], null);
  const small = [1, 2, 3].flatMap((size) => [...everyHistory(every, size)].map((ops) => ask(ops)));
  const limited = [0, 1, 2].flatMap((limit) =>
    [...everyHistory(everyOperation(2, [0, 1, 2, 3], limit), 3)].map((ops) => ask(ops, limit)),
  );
  const larger = fc
    .sample(smallHistories({ most: 8, limit: 4 }), { numRuns: 3_000, seed: 1 })
    .map((ops) => ask(ops, 4));
  const withOthers = [undefined, 3].flatMap((limit) =>
    fc
      .sample(smallHistories({ most: 7, ...(limit === undefined ? {} : { limit }) }), { numRuns: 2_000, seed: 1 })
      .map((ops) => ask(ops, limit, true)),
  );
  return [...small, ...limited, ...larger, ...withOthers, ...rare()];
}

const asked = questions();
const answers = (decide: Decide, { columns, others }: Question): boolean =>
  others ? decide(columns, true) : decide(columns);

/** A core that fails is not right either. */
function isRight(decide: Decide): boolean {
  try {
    return asked.every((question) => answers(decide, question) === question.answer);
  } catch {
    return false;
  }
}

const source = readFileSync(`${ROOT}src/check/exact/core.ts`, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;

/** The core as it is when a piece of its text is another; every piece must be there once. */
async function mutant(changes: readonly (readonly [string, string])[]): Promise<Decide> {
  let text = source.replaceAll("from './", `from '${ROOT}src/check/exact/`);
  for (const [piece, other] of changes) {
    expect(text.split(piece).length, `"${piece}" stands once in the core`).toBe(2);
    text = text.replace(piece, () => other);
  }
  const file = join(folder, `core-${made++}.ts`);
  writeFileSync(file, text);
  const module = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return module.isLinearizable;
}

describe('the comparison with trying every order', () => {
  it('finds nothing in the core as it is', async () => {
    expect(isRight(isLinearizable)).toBe(true);
    expect(isRight(await mutant([]))).toBe(true);
  });

  it.each<[string, ...(readonly [string, string])[]]>([
    [
      'the last proof of a value counts, not the first',
      ['(end[row] as number) < (latest[value] as number)', '(end[row] as number) > 0'],
    ],
    [
      'a higher value proves nothing about lower ones',
      ['let slot = proven - 1; slot >= 0', 'let slot = -1; slot >= 0'],
    ],
    ['the highest value is not kept', ['if (value > proven) proven = value;', '']],
    [
      'touching counts as after (search between)',
      ['(latest[middle] as number) >= time', '(latest[middle] as number) > time'],
    ],
    [
      'touching counts as after (search down)',
      ['(latest[low - 1] as number) >= time', '(latest[low - 1] as number) > time'],
    ],
    ['touching counts as after (search up)', ['(latest[high] as number) < time', '(latest[high] as number) <= time']],
    ['touching counts as too late', ['(start[row] as number) > (latest[', '(start[row] as number) >= (latest[']],
    [
      'increments are not taken in order of completion',
      ['ascending(end, rows.subarray(0, found))', 'rows.subarray(0, found)'],
    ],
    [
      'uncertain increments come first',
      [
        'if (kind[row] === INCREMENT && certain[row] === 1) rows',
        'if (kind[row] === INCREMENT && certain[row] === 0) rows',
      ],
      [
        'if (kind[row] === INCREMENT && certain[row] === 0) rows[found++] = row;\n  return',
        'if (kind[row] === INCREMENT && certain[row] === 1) rows[found++] = row;\n  return',
      ],
    ],
    ['a slot takes any number of increments', ['if (slot <= count) next[slot] = slot + 1;', '']],
    ['a slot may stay empty', ['slots.empty === 0', 'true']],
    ['the limit is one less', ['slots.beyond <= columns', 'slots.beyond < columns']],
    ['the limit does not count increments', ['slots.beyond <= columns.limit - slots.proven', 'true']],
    ['the limit counts uncertain increments', ['columns.certain[row] === 1 && slot > proven', 'slot > proven']],
    ['the limit counts an increment that was seen', ['slot > proven) beyond++', 'slot >= proven) beyond++']],
    ['a value may not be the highest possible', ['value <= count', 'value < count']],
    ['a value may lie below the start', [' && (high[row] as number) >= 0)', ')']],
    ['a value may be returned twice', ['if (next[value] !== value) return null;', '']],
    ['a returned value leaves its slot to others', ['      next[value] = value + 1;\n', '']],
    [
      'no observation is too late',
      [
        'latest[(high[row] as number) + 1] as number)) return false',
        'latest[(high[row] as number) + 1] as number)) return true',
      ],
    ],
    ['the wrong slot is looked at', ['latest[(high[row] as number) + 1]', 'latest[(high[row] as number)]']],
    ['a slot is not due with those above it', ['Math.min(soonest, placed[slot]', 'Math.min(placed[slot]']],
    [
      'a slot is not due with its increment',
      ['Math.min(soonest, placed[slot] as number, latest', 'Math.min(soonest, latest'],
    ],
    [
      'a slot is not due with its proof',
      ['placed[slot] as number, latest[slot] as number)', 'placed[slot] as number)'],
    ],
    ['a range may end before it begins', ['if (kind[row] === READ && value > (high[row] as number)) return null;', '']],
    [
      'a search down misses the next slot',
      ['(latest[low - 1] as number) >= time', '(latest[low - 2] as number) >= time'],
    ],
    ['a search up leaves the slots', ['Math.min(latest.length - 1, high + step)', 'high + step']],
    [
      'others write when nobody said so',
      ['columns: Columns, others = false): boolean', 'columns: Columns, others = true): boolean'],
    ],
    ['others write and a slot may not stay empty', ['(others || slots.empty === 0)', 'slots.empty === 0']],
    ['no slot is past what others wrote', ['let row = 0; others && row', 'let row = 0; false && row']],
    ['no slot is past the lowest that is needed', ['high >= highest && high <', 'high > highest && high <']],
    ['a value may be immense', ['low >= highest && low < Number.POSITIVE_INFINITY', 'low >= highest']],
    ['slots end behind the last', ['if (slot <= count) next[slot] = slot + 1;', 'next[slot] = slot + 1;']],
    ['too few slots are there', ['new Int32Array(count + 2)', 'new Int32Array(count + 1)']],
  ])('notices when %s', async (_, ...changes) => {
    expect(isRight(await mutant(changes))).toBe(false);
  });
});
