import { readdirSync, readFileSync } from 'node:fs';

export const ROOT = new URL('../..', import.meta.url).pathname;

export interface SourceFile {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Every file below a folder of the project whose name matches, as it is on disk now. */
export function filesIn(folder: string, name = /\.(ts|js)$/): readonly SourceFile[] {
  return readdirSync(ROOT + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(ROOT, ''))
    .sort()
    .map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }));
}

const STRING_OR_COMMENT = /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** The text without its comments. */
const withoutComments = (text: string): string =>
  text.replace(STRING_OR_COMMENT, (_all, string?: string, template?: string) => string ?? template ?? ' ');

/** The text without comments and plain strings, to look for words of the language in. */
export const codeOf = (text: string): string =>
  text.replace(STRING_OR_COMMENT, (_all, string?: string, template?: string) => template ?? (string ? "''" : ' '));

const FROM = /(?:^|[\s;}])(?:import|export)\b[^'";]*?\bfrom\s*(['"])([^'"]+)\1/g;
const BARE_OR_DYNAMIC = /\bimport\s*\(?\s*(['"])([^'"]+)\1/g;

/** What a file imports or exports from elsewhere, types and dynamic imports too, each once. */
export function importsOf(text: string): readonly string[] {
  const code = withoutComments(text);
  const found = [...code.matchAll(FROM), ...code.matchAll(BARE_OR_DYNAMIC)].map(([, , from]) => from as string);
  return [...new Set(found)];
}
