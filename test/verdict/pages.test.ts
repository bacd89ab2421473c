import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODES } from '../../src/verdict/codes.ts';

const FOLDER = new URL('../../docs/findings/', import.meta.url);
const codes = Object.entries(CODES);
const page = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

describe('the pages of the findings', () => {
  it.each(codes)('%s has a page that says what it is, how it is decided and what to do', (code, { title, verdict }) => {
    const text = page(`${code}.md`);
    expect(text.split('\n')[0]).toBe(`# ${code}: ${title}`);
    expect(text).toMatch(/^## How it is decided$/m);
    expect(text).toMatch(verdict === 'fail' ? /^## What causes it$/m : /^## What to do$/m);
    expect(text).toMatch(code === 'CP314' ? /./ : /^## Example$/m);
  });

  it.each(codes)('%s is in the index, with its title', (code, { title, verdict }) => {
    const [faults = '', doubts = ''] = page('README.md').split('## Doubts');
    expect(verdict === 'fail' ? faults : doubts).toContain(`| [${code}](${code}.md) | ${title} |`);
  });

  it('are there for codes alone', () => {
    const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');
    expect(pages.sort()).toEqual(codes.map(([code]) => `${code}.md`).sort());
  });
});
