import { readFileSync } from 'node:fs';
import { ProbeError } from '../../errors.ts';
import { decodeText, parseYaml, plainValue } from '../file/document.ts';
import type { VariableValue } from './variables.ts';

export type VariableValues = Readonly<Record<string, VariableValue>>;

/**
 * Laid over each other; a text that replaces a number or a truth value of the file becomes one. Throws a ProbeError
 * (`usage`) when it cannot.
 */
export function mergeVariables(file: VariableValues, given: VariableValues): VariableValues {
  const typed = Object.entries(given).map(([name, value]) => [
    name,
    Object.hasOwn(file, name) ? likeDeclared(name, value, file[name]) : value,
  ]);
  return { ...file, ...Object.fromEntries(typed) };
}

function likeDeclared(name: string, value: VariableValue, declared: VariableValue | undefined): VariableValue {
  if (typeof value !== 'string' || typeof declared === 'string' || value.includes('{{')) return value;
  if (typeof declared === 'boolean' && /^(?:true|false)$/.test(value)) return value === 'true';
  if (typeof declared === 'number' && isExactNumber(value)) return Number(value);
  throw new ProbeError(
    'usage',
    `--var ${name}=… replaces ${declared}, so it takes ${typeof declared === 'number' ? 'a number' : 'true or false'}`,
    {
      mend: `quote the value of ${name} in the scenario file when it may be any text`,
    },
  );
}

const isExactNumber = (text: string): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(text) && (text.includes('.') || Number.isSafeInteger(Number(text)));

/** Reads `--var name=value`, the later over the earlier. Throws a ProbeError (`usage`). */
export function parseVariables(pairs: readonly string[]): VariableValues {
  const entries = pairs.map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    if (equals < 1) {
      throw new ProbeError('usage', `--var ${JSON.stringify(pair)} is not a name and a value`, {
        mend: 'it takes name=value',
      });
    }
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  return Object.fromEntries(entries);
}

/** Reads a file of variables: a YAML or JSON map of names and plain values. Throws a ProbeError (`config`). */
export function loadVariables(path: string): VariableValues {
  const yaml = parseYaml(decodeText(readVariables(path), path, 'config'), path, 'config');
  const plain = plainValue(yaml, 'config') ?? {};
  if (typeof plain !== 'object' || Array.isArray(plain)) {
    throw new ProbeError('config', 'variables are a map of names and values', {
      place: yaml.placeAt(0),
      mend: 'such as base_url: http://127.0.0.1:8080',
    });
  }
  for (const [name, value] of Object.entries(plain)) {
    if (isVariableValue(value)) continue;
    throw new ProbeError('config', `the value of ${name} is not a text, a number, true or false`, {
      place: yaml.placeAt(yaml.offsetOf([name], 'value')),
    });
  }
  return plain as VariableValues;
}

const isVariableValue = (value: unknown): value is VariableValue =>
  ['string', 'number', 'boolean'].includes(typeof value);

function readVariables(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ProbeError('file', `cannot read ${path}: ${why}`, { mend: '--vars-file takes a file that can be read' });
  }
}
