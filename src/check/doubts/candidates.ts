/** A line break or a tab of an answer, as its excerpt has it. */
const ESCAPED_SPACE = /\\u\{(?:9|a|d)\}/g;

/** Where the excerpt of an answer has numbers, as JSONPaths. Empty where it is no JSON, or where it was cut off. */
export function candidates(excerpt: string): readonly string[] {
  try {
    return numbersIn(JSON.parse(excerpt.replace(ESCAPED_SPACE, ' ')), '$');
  } catch {
    return [];
  }
}

function numbersIn(json: unknown, path: string): readonly string[] {
  if (typeof json === 'number') return [path];
  if (Array.isArray(json)) return json.flatMap((item, i) => numbersIn(item, `${path}[${i}]`));
  if (json === null || typeof json !== 'object') return [];
  return Object.entries(json).flatMap(([name, item]) => numbersIn(item, path + member(name)));
}

const member = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`;
