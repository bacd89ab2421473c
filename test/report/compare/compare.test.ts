import { describe, expect, it } from 'vitest';
import { comparisonHtml } from '../../../src/report/compare/html.ts';
import { comparisonText } from '../../../src/report/compare/text.ts';
import { comparison } from './sample.ts';

const plain = { columns: null, colors: false };

describe('the comparison as text', () => {
  it('is one table, what each cell rests on, and what was skipped', async () => {
    await expect(comparisonText(comparison(), plain)).toMatchFileSnapshot('golden/compare.txt');
  });

  it.each([60, 80, 100, 160])('is no wider than a terminal of %d columns', (columns) => {
    const lines = comparisonText(comparison(), { columns, colors: false }).split('\n');
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  });

  it('draws the same with colours as without', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written with them.
    const text = comparisonText(comparison(), { columns: 60, colors: true }).replace(/\u001b\[\d+m/g, '');
    expect(text).toBe(comparisonText(comparison(), { columns: 60, colors: false }));
  });

  it('says that it was interrupted', () => {
    expect(comparisonText(comparison({ interrupted: true }), plain)).toContain('Interrupted');
  });

  it('lets no text of others act on the terminal', () => {
    expect(comparisonText(comparison(), plain)).not.toContain('\u001b');
  });
});

describe('the comparison as a page', () => {
  const page = comparisonHtml(comparison({ interrupted: true }));

  it('holds all of it', async () => {
    await expect(page).toMatchFileSnapshot('golden/compare.html');
  });

  it('needs nothing else and runs nothing', () => {
    expect(page).not.toMatch(/<script|<link|<img|\bsrc=|https?:|url\(|@import|\bon\w+=/i);
  });

  it('escapes all text of others', () => {
    expect(page).toContain('mine&lt;script&gt;.probe.yaml');
    expect(page).toContain('Mine &amp; &quot;yours&quot;\\u{1b}[31m');
  });
});
