import { printable } from '../../history/printable.ts';
import type { Answers, ComparedRow, Comparison } from '../../verdict/comparison.ts';
import { aboutDisks, QUESTIONS, type Question, toRunWords } from './columns.ts';
import { STYLE } from './style.ts';

const TITLE = 'Counters compared by measurement';

/** The comparison as a page that needs nothing else: no script, no font, no address. All text of others is escaped. */
export function comparisonHtml({ rows, run, tool }: Comparison): string {
  const heads = ['counter', ...QUESTIONS.map(({ head }) => head.join(' ')), 'has to be run'];
  const seconds = (run.durationMs / 1000).toFixed(0);
  const disks = aboutDisks(rows.filter(({ answers }) => answers !== null));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${TITLE}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${TITLE}</h1>
<p class="run"><code>${escaped(run.command)}</code><br>${escaped(run.startedAt)}, ${seconds} s, seed ${run.seed}, counter-probe ${escaped(tool.version)} on Node ${escaped(tool.node)}, ${escaped(tool.platform)}</p>${run.interrupted ? '\n<p class="cut">Interrupted: this is what was measured until then.</p>' : ''}
<section class="wide" aria-labelledby="measured" tabindex="0">
<table>
<caption id="measured"><span>What each counter answered. Under each answer stands what it rests on, or why it was not tested.</span></caption>
<thead><tr>${heads.map((head) => `<th scope="col">${escaped(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(rowOf).join('\n')}
</tbody>
</table>
</section>
<h2>What was asked</h2>
<dl>
${QUESTIONS.map(({ head, about }) => `<dt>${escaped(head.join(' '))}</dt><dd>${escaped(about)}</dd>`).join('\n')}
</dl>
<p>All of it was measured on one machine, by one prober. What a network adds is not in it.${disks === null ? '' : ` ${escaped(disks)}`}</p>
</main>
</body>
</html>
`;
}

function rowOf(row: ComparedRow): string {
  const { id, title, answers, skipped } = row;
  const head = `<th scope="row">${apart(id)}<small>${apart(title)}</small></th>`;
  const last = `<td class="run">${apart(toRunWords(row))}</td>`;
  const cells =
    answers === null
      ? `<td class="none" colspan="${QUESTIONS.length}">skipped: ${apart(skipped ?? '')}</td>`
      : QUESTIONS.map((question) => cellOf(question, answers)).join('');
  return `<tr>${head}${cells}${last}</tr>`;
}

function cellOf({ short, cell, isBad }: Question, answers: Answers): string {
  const found = cell(answers);
  if (!found.tested) return `<td class="none">not tested<small>${apart(found.why)}</small></td>`;
  const bad = isBad(answers);
  // Told by more than a colour.
  const [tone, sign] = bad === null ? ['', ''] : bad ? [' class="bad"', '✗ '] : [' class="good"', '✓ '];
  return `<td${tone}><strong>${sign}${escaped(short(answers))}</strong><small>${apart(found.bound)}</small></td>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

const escaped = (text: string): string => printable(text, 2_000).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');

/** Text of others keeps its direction to itself. */
const apart = (text: string): string => `<bdi>${escaped(text)}</bdi>`;
