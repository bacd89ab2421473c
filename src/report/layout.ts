/** Breaks text at spaces so that no line is longer than `columns`, but for words that are longer by themselves. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Wrapped text, each line behind `indent` spaces. */
export function indented(text: string, indent: number, columns: number): readonly string[] {
  return wrap(text, columns - indent).map((line) => ' '.repeat(indent) + line);
}

/** Wrapped text behind a first word; the lines after the first stand under the text, where there is room for that. */
export function hanging(first: string, text: string, columns: number): readonly string[] {
  const room = columns - first.length - 2;
  if (room < 30) return wrap(`${first}  ${text}`, columns);
  return wrap(text, room).map((line, i) => `${i === 0 ? first : ' '.repeat(first.length)}  ${line}`);
}

/** As `aligned`, with the last cell of each row wrapped in its column, or below the others where that is too narrow. */
export function alignedWithin(rows: readonly (readonly string[])[], columns: number): readonly string[] {
  const heads = aligned(rows.map((row) => [...row.slice(0, -1), '|'])).map((line) => line.slice(0, -1));
  const column = Math.max(0, ...heads.map((head) => head.length));
  return rows.flatMap((row, i) => {
    const last = row.at(-1) ?? '';
    const head = heads[i] ?? '';
    if (columns - column < 24) return [...wrap(head.trimEnd(), columns), ...indented(last, 4, columns)];
    return wrap(last, columns - column).map((line, n) => (n === 0 ? head : ' '.repeat(column)) + line);
  });
}

/** Rows as lines, their cells one under the other, two spaces apart; a row of one cell does not widen the first column. */
export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const full = rows.filter((row) => row.length > 1);
  const width = (i: number): number => Math.max(0, ...full.map((row) => row[i]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(width(i)))
      .join('  ')
      .trimEnd(),
  );
}
