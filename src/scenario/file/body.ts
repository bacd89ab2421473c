import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LIMITS } from '../parts/defaults.ts';
import type { BodySpec, Json } from '../scenario.ts';
import { Mistake } from '../text/mistake.ts';
import type { RawRequest } from './schema/requests.ts';

const KINDS = ['json', 'form', 'body', 'bodyFile'] as const;

/** Names under which a request gives a body; more than one is a mistake. */
export const bodyKeys = (raw: RawRequest): readonly string[] => KINDS.filter((kind) => raw[kind] !== undefined);

/** The body of a request; `file` is the scenario's own path, which `bodyFile` is relative to. Throws a Mistake. */
export function bodyOf(raw: RawRequest, file: string): BodySpec | null {
  if (raw.json !== undefined) return { kind: 'json', json: raw.json as Json };
  if (raw.form !== undefined) return { kind: 'form', fields: Object.entries(raw.form) };
  if (raw.body !== undefined) return { kind: 'text', text: raw.body };
  if (raw.bodyFile === undefined) return null;
  return { kind: 'bytes', base64: readBody(resolve(dirname(file), raw.bodyFile)).toString('base64') };
}

/** Bytes of a file that is to be sent. Throws a Mistake when it cannot be read or is too big. */
function readBody(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size <= LIMITS.bodyBytes) return readFileSync(path);
  } catch (error) {
    throw new Mistake(
      `cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? error}`,
      'give the path of a file that can be read',
    );
  }
  throw new Mistake(`${path} is too big to be sent`, `at most ${LIMITS.bodyBytes} bytes`);
}
