import { Mistake } from './mistake.ts';

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** One word of a POSIX shell's command line (bash where it holds control characters). */
export function shellQuote(word: string): string {
  if (PLAIN.test(word)) return word;
  return CONTROL.test(word) ? ansiQuote(word) : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `$'…'`, so that a line break or an invisible character neither breaks the line nor hides. */
function ansiQuote(word: string): string {
  const inside = word.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (letter) => {
    if (letter === '\n') return '\\n';
    if (letter === '\t') return '\\t';
    return `\\U${(letter.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
  });
  return `$'${inside}'`;
}

/** The words of a command line with quotes and backslashes as a POSIX shell reads them, without anything else of it. Throws a Mistake. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  const text = line.replace(/\\\r?\n/g, ' ');
  for (const [token] of text.matchAll(/\s+|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^\s'"\\]+|['"\\]/g)) {
    if (/^\s/.test(token)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + unquoted(token);
  }
  return word === null ? words : [...words, word];
}

function unquoted(token: string): string {
  if (token.length === 1 && /['"\\]/.test(token)) {
    throw new Mistake(
      token === '\\' ? 'a \\ stands at the end' : `a ${token} is not closed`,
      'write it as for a shell',
    );
  }
  if (token.startsWith("'")) return token.slice(1, -1);
  if (token.startsWith('"')) return token.slice(1, -1).replace(/\\([$`"\\\n])/g, '$1');
  return token.startsWith('\\') ? token.slice(1) : token;
}
