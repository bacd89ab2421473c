import { describe, expect, it } from 'vitest';
import { reflow } from '../../src/cli/reflow.ts';
import { designs } from '../../src/reference/registry.ts';
import { CODES } from '../../src/verdict/codes.ts';
import { ran } from './terminal.ts';

/** Lines that are wider than the terminal, but for commands and names of flags, which are not broken. */
async function tooWide(argv: readonly string[], columns: number): Promise<readonly string[]> {
  const { stdout } = await ran(argv, { tty: true, columns });
  expect(stdout.length).toBeGreaterThan(100);
  return stdout.split('\n').filter((line) => line.length > columns && !/^ +(npx |-\S+ \S+$|--)/.test(line));
}

describe.each([52, 64, 80, 132])('at a terminal of %i columns', (columns) => {
  it.each([['--help'], ['help run'], ['help serve'], ['help validate'], ['serve --list'], ['explain']])(
    '%s is no wider',
    async (command) => {
      expect(await tooWide(command.split(' '), columns)).toEqual([]);
    },
  );

  it('no page of a code is wider', async () => {
    for (const code of Object.keys(CODES)) expect(await tooWide(['explain', code], columns)).toEqual([]);
  });
});

describe('without a terminal', () => {
  it('a list has a line for each thing, for grep', async () => {
    const lines = async (...argv: string[]) => (await ran(argv)).stdout.trimEnd().split('\n').length;
    expect(await lines('serve', '--list')).toBe(designs.length);
    expect(await lines('explain')).toBe(Object.keys(CODES).length);
  });
});

describe('a page laid out for another width', () => {
  const PAGE = `# CP101: lost write

Ten writes were acknowledged,
and one was kept.

    10 writes were acknowledged and the value rose

- **A race.** Two requests read the
  same number.
- A cache.
`;

  it('says the same in the same order', () => {
    for (const columns of [20, 50, 200]) {
      expect(reflow(PAGE, columns).split(/\s+/)).toEqual(PAGE.split(/\s+/));
    }
  });

  it('keeps headings, lists and examples as such', () => {
    expect(reflow(PAGE, 30)).toBe(`# CP101: lost write

Ten writes were acknowledged,
and one was kept.

    10 writes were
    acknowledged and the value
    rose

- **A race.** Two requests
  read the same number.
- A cache.
`);
  });
});
