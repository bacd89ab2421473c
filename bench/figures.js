import { arch, cpus, platform } from 'node:os';

/** The value below which a share of the values lies; the nearest one of them. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.round(share * (sorted.length - 1)))];
}

export const median = (values) => quantile(values, 0.5);

/** `2 cores (model), Linux x64, Node v20.20.2` */
export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${platform()} ${arch()}, Node ${process.version}`;

/** Lines of cells as a table; the first column to the left, the others to the right. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const cell = (text, column) =>
    column === 0 ? String(text).padEnd(widths[0]) : String(text).padStart(widths[column]);
  return rows.map((row) => row.map(cell).join('  ')).join('\n');
}

export const whole = (number) => Math.round(number).toLocaleString('en-US');
