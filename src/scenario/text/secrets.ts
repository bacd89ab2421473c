import { ProbeError } from '../../errors.ts';
import type { RequestSpec } from '../scenario.ts';
import { isSensitive } from './header.ts';
import { hasTemplate } from './template.ts';
import type { Environment, Variables } from './variables.ts';

/** A shorter one would blot out half of any output, and be guessed from the rest. */
const LEAST_CHARACTERS = 4;

const LEAST_WORD = 8;

/** The values behind `--secret` names: variables, else the environment. Throws a ProbeError (`usage`). */
export function namedSecrets(
  names: readonly string[],
  variables: Variables,
  environment: Environment,
): readonly string[] {
  return names.map((name) => {
    const value = variables.has(name) ? variables.expand(String(variables.values[name])) : environment[name];
    if (value === undefined) {
      throw new ProbeError('usage', `--secret ${name}: no variable and no environment value is called so`, {
        mend: `give its value with --var ${name}=… or in the environment`,
      });
    }
    if (hasTemplate(value)) {
      throw new ProbeError('usage', `--secret ${name}: its value changes during the run`, {
        mend: 'a secret has a fixed value',
      });
    }
    if (value.length < LEAST_CHARACTERS) {
      throw new ProbeError('usage', `--secret ${name}: its value is shorter than ${LEAST_CHARACTERS} characters`, {
        mend: 'so short a text cannot be kept out of an output',
      });
    }
    return value;
  });
}

/** Credentials in the headers of requests, as far as they are known before the run. */
export function headerSecrets(
  requests: readonly Pick<RequestSpec, 'headers'>[],
  variables: Variables,
): readonly string[] {
  const values: string[] = [];
  for (const { headers } of requests) {
    for (const [name, written] of headers) {
      if (!isSensitive(name)) continue;
      const value = variables.expand(written);
      if (!hasTemplate(value)) values.push(...credentialsIn(name.toLowerCase(), value));
    }
  }
  return values;
}

/** Credentials in the headers of a request with nothing left to fill in. */
export const credentialsOf = (headers: RequestSpec['headers']): readonly string[] =>
  usable(headers.flatMap(([name, value]) => (isSensitive(name) ? credentialsIn(name.toLowerCase(), value) : [])));

/**
 * The values of cookies that a target set, but for short words and numbers (`dark`, `12`): no credential looks so, and
 * an output would lose words of its own.
 */
export const cookieSecrets = (values: readonly string[]): readonly string[] =>
  usable(values).filter((value) => value.length >= LEAST_WORD || !/^(?:[a-z]+|\d+)$/i.test(value));

/** The distinct ones that are long enough to be kept out of an output. */
export function usable(secrets: Iterable<string>): readonly string[] {
  return [...new Set(secrets)].filter((secret) => secret.length >= LEAST_CHARACTERS);
}

function credentialsIn(name: string, value: string): readonly string[] {
  if (name === 'cookie') return [value, ...value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())];
  const [, scheme, token] = /^(\S+)\s+(\S.*)$/.exec(value) ?? [];
  if (!name.endsWith('authorization') || scheme === undefined || token === undefined) return [value];
  return scheme.toLowerCase() === 'basic' ? [token, ...passwordIn(token)] : [token];
}

/** The password of HTTP Basic credentials, and user and password as they stand joined. */
function passwordIn(token: string): readonly string[] {
  const pair = Buffer.from(token, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? [] : [pair, pair.slice(colon + 1)];
}
