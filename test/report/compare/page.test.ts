import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../../src/report/compare/columns.ts';
import { comparisonHtml } from '../../../src/report/compare/html.ts';
import type { Comparison } from '../../../src/verdict/comparison.ts';
import { browserMissing, startBrowser } from '../../support/browser.ts';
import { contrasts, markup, styleOf, widths } from '../../support/in-page.js';
import { comparison, rows } from './sample.ts';

const HOSTILE = [
  '<script>document.title="taken"</script>',
  '</table><img src=x onerror="document.title=1">',
  `"'><a href="javascript:alert(1)">`,
  '\u202ereversed\u2066\u0000\u001b[31m',
  '&lt;b&gt; </style><style>*{display:none}',
] as const;

/** Hostile text wherever text of others may stand. */
const hostile = (): Comparison => ({
  ...comparison({ command: HOSTILE.join(' ') }),
  rows: HOSTILE.flatMap((text, i) =>
    rows.map((row) => ({
      ...row,
      ...{ id: `${i} ${text}`, title: text, skipped: row.skipped === null ? null : text },
      answers: row.answers && { ...row.answers, kill: { tested: false, why: text } },
    })),
  ),
});

describe.skipIf(browserMissing !== null)(
  `the page of a comparison in a browser${browserMissing === null ? '' : ` (${browserMissing})`}`,
  () => {
    let folder: string;
    let browser: Browser;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'counter-probe-'));
      browser = await startBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      await rm(folder, { recursive: true });
    });
    afterEach(async () => {
      for (const context of browser.contexts()) await context.close();
    });

    let pages = 0;
    /** Opens the page from a file; `troubles`: what it logged, threw, or asked anybody for. */
    async function open(shown: Comparison, options: BrowserContextOptions = {}) {
      const file = join(folder, `${++pages}.html`);
      await writeFile(file, comparisonHtml(shown));
      const page: Page = await (await browser.newContext(options)).newPage();
      const troubles: string[] = [];
      const url = pathToFileURL(file).href;
      page.on('console', (message) => troubles.push(message.text()));
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('dialog', (dialog) => troubles.push(dialog.message()));
      page.on('request', (request) => request.url() !== url && troubles.push(request.url()));
      await page.goto(url, { waitUntil: 'load' });
      return { page, troubles };
    }

    it.each([true, false])(
      'shows all of it and asks nobody for anything (scripts allowed: %s)',
      async (javaScriptEnabled) => {
        const { page, troubles } = await open(comparison({ interrupted: true }), { javaScriptEnabled });
        await expect(page.title()).resolves.toBe('Counters compared by measurement');
        const parts = ['✓ 30 of 30', '✗ 1-3 (2 refused)', 'skipped: redis-server is not there', 'Interrupted'];
        for (const part of parts) expect([part, await page.getByText(part).first().isVisible()]).toEqual([part, true]);
        expect(troubles).toEqual([]);
      },
    );

    it('is a table to those who hear it: a caption, and a head for each column and each row', async () => {
      const { page } = await open(comparison());
      const table = page.getByRole('table', { name: /^What each counter answered/ });
      const heads = await table.getByRole('columnheader').allInnerTexts();
      expect(heads).toEqual(['counter', ...QUESTIONS.map(({ head }) => head.join(' ')), 'has to be run']);
      expect(await table.locator('thead th:not([scope=col]), tbody th:not([scope=row])').count()).toBe(0);
      const named = await table.getByRole('rowheader').allInnerTexts();
      expect(named.map((text) => text.split('\n')[0])).toEqual(rows.map(({ id }) => id));
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
    });

    it('lets the keyboard reach the table and scroll it, and shows where it is', async () => {
      const { page } = await open(comparison(), { viewport: { width: 360, height: 700 } });
      await page.keyboard.press('Tab');
      const region = page.getByRole('region', { name: /^What each counter answered/ });
      expect(await region.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
      expect(Number.parseFloat(await region.evaluate(styleOf, 'outlineWidth'))).toBeGreaterThan(1);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => region.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
    });

    it.each([360, 1280])('is no wider than a window of %d pixels; only its table scrolls', async (width) => {
      for (const shown of [comparison(), hostile()]) {
        const { page } = await open(shown, { viewport: { width, height: 700 } });
        const { page: whole, box } = await page.evaluate(widths);
        expect(whole).toEqual([width, width]);
        expect(box[1]).toBeLessThanOrEqual(width);
      }
    });

    it.each(['light', 'dark'] as const)(
      'can be read in %s colours: each text stands out 4.5 to 1',
      async (colorScheme) => {
        const { page } = await open(comparison({ interrupted: true }), { colorScheme });
        const all = await page.evaluate(contrasts);
        expect(all.length).toBeGreaterThan(60);
        expect(all.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
        const back = await page.locator('body').evaluate(styleOf, 'backgroundColor');
        expect(back === 'rgb(255, 255, 255)').toBe(colorScheme === 'light');
      },
    );

    it('takes text of others for nothing but text', async () => {
      const clean = await (await open(comparison())).page.evaluate(markup);
      const { page, troubles } = await open(hostile());
      expect(await page.evaluate(markup)).toEqual(clean);
      expect(troubles).toEqual([]);
      expect(await page.title()).toBe('Counters compared by measurement');
      const heads = await page.locator('tbody th').allTextContents();
      expect(heads[0]).toContain(`0 ${HOSTILE[0]}`);
      expect(heads.join('')).toContain('\\u{202e}reversed\\u{2066}\\u{0}\\u{1b}[31m');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none of them is there is the point.
      expect(await page.locator('body').textContent()).not.toMatch(/[\u0000\u001b\u202a-\u202e\u2066-\u2069]/);
    });
  },
);
