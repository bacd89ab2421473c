import type { Design } from '../reference/design.ts';
import { aligned, alignedWithin, indented } from '../report/layout.ts';
import type { CliIo } from './io.ts';

interface Listed {
  readonly design: Design;
  readonly available: boolean;
  readonly why: string | null;
}

/** `serve --list`: every design, what is wrong with it, and whether it can run here. */
export async function list(json: boolean, { stdout }: CliIo): Promise<void> {
  const { availability, designs } = await import('../reference/registry.ts');
  const rows = await Promise.all(designs.map(async (design) => ({ design, ...(await availability(design)) })));
  const lines = json ? [JSON.stringify(rows.map(entryOf), null, 2)] : linesOf(rows, stdout.columns);
  stdout.write(`${lines.join('\n')}\n`);
}

const entryOf = ({ design: { id, kind, object, right, finding }, available, why }: Listed) => ({
  ...{ id, kind, object, right, finding, available, why },
});

/** Without a terminal a line each, for grep. On one, an install line stands by itself, to be copied whole. */
function linesOf(rows: readonly Listed[], columns: number | undefined): readonly string[] {
  if (columns === undefined) return aligned(rows.map((row) => cellsOf(row, row.why)));
  const cells = rows.map((row) => cellsOf(row, row.available ? null : 'cannot run here'));
  const whys = new Set(rows.flatMap(({ why }) => why ?? []));
  const lacking = [...whys].flatMap((why) => [
    '',
    why,
    ...indented(idsOf(rows.filter((row) => row.why === why)), 2, columns),
  ]);
  return [...alignedWithin(cells, columns), ...lacking];
}

const idsOf = (rows: readonly Listed[]): string => rows.map(({ design }) => design.id).join(', ');

function cellsOf({ design: { id, title, kind, right, finding } }: Listed, remark: string | null): readonly string[] {
  return [id, right ? 'right' : `wrong: ${finding}`, kind, remark === null ? title : `${title} (${remark})`];
}
