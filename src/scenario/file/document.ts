import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { type Place, ProbeError, type ProbeErrorCode } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { LIMITS } from '../parts/defaults.ts';
import { Mistake } from '../text/mistake.ts';
import type { Part, Path } from '../text/source.ts';
import { isTooDeep, syntaxMistake } from './syntax.ts';

/** Most copies that aliases may make of anything. */
const MAX_ALIAS_COUNT = 50;

/** A YAML file whose syntax is sound, with the place of each of its parts. */
export interface YamlFile {
  readonly file: string;
  readonly text: string;
  readonly document: Document.Parsed;
  readonly placeAt: (offset: number) => Place;
  /** Offset of a part, or of the nearest part above it that exists. `key`: of the key that names it. */
  readonly offsetOf: (path: Path, part: Part) => number;
}

/** Text of a file that is meant to be YAML; throws a ProbeError when it is too big or is not UTF-8. */
export function decodeText(bytes: Uint8Array, file: string, code: ProbeErrorCode): string {
  const place = { file, line: 1, column: 1 };
  if (bytes.length > LIMITS.fileBytes) {
    throw new ProbeError(code, `the file has ${bytes.length} bytes`, {
      place,
      mend: `at most ${LIMITS.fileBytes} are read`,
    });
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new ProbeError(code, 'the file is UTF-16', { place, mend: 'save it as UTF-8' });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProbeError(code, 'the file is not UTF-8 text', { place, mend: 'save it as UTF-8' });
  }
}

/** Parses one YAML document; throws a ProbeError with the place of the first mistake. */
export function parseYaml(given: string, file: string, code: ProbeErrorCode): YamlFile {
  const text = given.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const fail = (message: string, mend: string | null, place: Place): never => {
    throw new ProbeError(code, printable(message), { place, mend: mend === null ? null : printable(mend) });
  };
  if (text.length > LIMITS.fileBytes)
    fail('the file is too big', `at most ${LIMITS.fileBytes} characters are read`, { file, line: 1, column: 1 });
  if (isTooDeep(text))
    fail('the file is nested too deep', 'a scenario needs a few levels', { file, line: 1, column: 1 });
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true, logLevel: 'error' });
  const [first] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first) {
    const mistake = syntaxMistake(first, text);
    fail(mistake.message, mistake.mend, placeAt(first.pos[0]));
  }
  const alias = badAlias(document);
  if (alias) fail(alias.mistake.message, alias.mistake.mend, placeAt(alias.offset));
  return { file, text, document, placeAt, offsetOf: (path, part) => offsetOf(document, path, part) };
}

/** The document as plain values; throws a ProbeError when its aliases multiply without end. */
export function plainValue(yaml: YamlFile, code: ProbeErrorCode): unknown {
  try {
    return yaml.document.toJS({ maxAliasCount: MAX_ALIAS_COUNT });
  } catch (error) {
    const place = { file: yaml.file, line: 1, column: 1 };
    const why = error instanceof Error ? error.message : '';
    if (/merge sources/i.test(why))
      throw new ProbeError(code, '<< takes a map', { place, mend: 'write <<: *name of a map' });
    throw new ProbeError(code, 'the aliases of the file repeat too much', {
      place,
      mend: 'write the parts out',
    });
  }
}

function badAlias(document: Document.Parsed): { readonly offset: number; readonly mistake: Mistake } | null {
  const bad: { offset: number; mistake: Mistake }[] = [];
  visit(document, {
    Alias(_, alias, above) {
      const mistake = aliasMistake(alias, alias.resolve(document), above);
      if (mistake) bad.push({ offset: startOf(alias) ?? 0, mistake });
      return mistake ? visit.BREAK : undefined;
    },
  });
  return bad[0] ?? null;
}

function aliasMistake({ source }: Alias, node: Node | undefined, above: readonly unknown[]): Mistake | null {
  if (!node) return new Mistake(`*${source} names no anchor before it`, `write &${source} where the part is defined`);
  return above.includes(node) ? new Mistake(`*${source} stands inside of what it names`, 'write the part out') : null;
}

function offsetOf(document: Document.Parsed, path: Path, part: Part): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const inside = isAlias(node) ? node.resolve(document) : node;
    const next = isCollection(inside) ? below(inside, step) : undefined;
    if (next === undefined) return offset;
    const wantsKey = part === 'key' && depth === path.length - 1;
    node = isPair(next) && !wantsKey ? (next.value ?? next.key) : isPair(next) ? next.key : next;
    offset = startOf(node) ?? offset;
  }
  return offset;
}

function below(collection: Node, step: string | number): unknown {
  if (!isMap(collection)) return isCollection(collection) ? collection.items[Number(step)] : undefined;
  return collection.items.find(({ key }) => (isScalar(key) ? String(key.value) : key) === String(step));
}

function startOf(node: unknown): number | null {
  return (node as { range?: readonly [number, number, number] | null } | null)?.range?.[0] ?? null;
}
