/**
 * Makes text of unknown origin safe for a terminal and a log: control characters, lone surrogates, bidirectional
 * overrides and invisible characters become `\u{hex}`; cut to `max` characters with `…`.
 */
export function printable(_text: string, _max?: number): string {
  throw new Error('not built yet');
}
