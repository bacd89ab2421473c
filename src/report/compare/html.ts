import { printable } from '../../history/printable.ts';
import type { ComparedRow, Comparison } from '../../verdict/comparison.ts';
import { aboutDisks, QUESTIONS, toRunWords } from './columns.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem;color:#1b1b1b;background:#fff}
.wide{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.5rem .75rem;text-align:left;vertical-align:top;border-bottom:1px solid #ccc}
thead th{border-bottom:2px solid #333}tbody th{font-weight:600}small{display:block;color:#555;max-width:16rem}
.bad{color:#a40000;font-weight:600}.good{color:#005c1f}
@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#151515}small{color:#aaa}.bad{color:#ff8a80}.good{color:#7bd88f}th,td{border-color:#444}thead th{border-color:#aaa}}`;

/** The comparison as a page that needs nothing else: no script, no font, no address. All text of others is escaped. */
export function comparisonHtml({ rows, run, tool }: Comparison): string {
  const heads = ['counter', ...QUESTIONS.map(({ head }) => head.join(' ')), 'has to be run'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Counters compared by measurement</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Counters compared by measurement</h1>
<p>${escaped(run.command)}<br>${escaped(run.startedAt)}, ${(run.durationMs / 1000).toFixed(0)} s, counter-probe ${escaped(tool.version)} on Node ${escaped(tool.node)}${run.interrupted ? '. <strong>Interrupted: this is what was measured until then.</strong>' : ''}</p>
<div class="wide">
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${escaped(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(rowOf).join('\n')}
</tbody>
</table>
</div>
<p>How many of ten acknowledged writes were kept, least and most of a round. A read is as old as the first write that it misses. Latencies are those of one client on the machine that measured. Under each answer stands what it rests on. ${escaped(aboutDisks(rows) ?? '')}</p>
</body>
</html>
`;
}

function rowOf(row: ComparedRow): string {
  const { id, title, answers, skipped } = row;
  const head = `<th scope="row">${escaped(id)}<small>${escaped(title)}</small></th>`;
  const last = `<td>${escaped(toRunWords(row))}</td>`;
  if (answers === null)
    return `<tr>${head}<td colspan="${QUESTIONS.length}">skipped: ${escaped(skipped ?? '')}</td>${last}</tr>`;
  const cells = QUESTIONS.map(({ name, short, cell, isBad }) => {
    const found = cell(answers);
    const bad = isBad(answers);
    const tone = bad === null ? '' : ` class="${bad ? 'bad' : 'good'}"`;
    const small = name === 'ratio' ? '' : `<small>${escaped(found.tested ? found.bound : found.why)}</small>`;
    return `<td><span${tone}>${escaped(found.tested ? short(answers) : 'not tested')}</span>${small}</td>`;
  });
  return `<tr>${head}${cells.join('')}${last}</tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

const escaped = (text: string): string => printable(text, 2_000).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');
