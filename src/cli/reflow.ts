import { indented, wrap } from '../report/layout.ts';

/** Markdown of headings, paragraphs, lists and indented examples, laid out again for another width. */
export function reflow(markdown: string, columns: number): string {
  const blocks = markdown.trimEnd().split(/\n{2,}/);
  return `${blocks.map((block) => blockLines(block, columns).join('\n')).join('\n\n')}\n`;
}

function blockLines(block: string, columns: number): readonly string[] {
  const lines = block.split('\n');
  if (/^ {4}/.test(block)) return lines.flatMap((line) => example(line, columns));
  if (!/^- /.test(block)) return wrap(lines.join(' '), columns);
  const items = block.split(/\n(?=- )/).map((item) => item.slice(2).replace(/\n */g, ' '));
  return items.flatMap((item) => listItem(item, columns));
}

/** Wrapped behind its own indentation. */
function example(line: string, columns: number): readonly string[] {
  const text = line.trimStart();
  return line.length <= columns ? [line] : indented(text, line.length - text.length, columns);
}

function listItem(text: string, columns: number): readonly string[] {
  return indented(text, 2, columns).map((line, i) => (i === 0 ? `- ${line.slice(2)}` : line));
}
