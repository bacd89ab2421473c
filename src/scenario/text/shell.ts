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
