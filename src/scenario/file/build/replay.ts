import type { WriteDraft } from '../../parts/draft.ts';
import type { RequestDraft } from '../../parts/request.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Path } from '../../text/source.ts';
import { bodyKeys } from '../body.ts';
import type { RawPhaseOf } from '../schema/phases.ts';
import type { RawRequest } from '../schema/requests.ts';
import { type BuildContext, fail } from './context.ts';
import { laidOver } from './request.ts';

type Raw = RawPhaseOf<'replay'>;

/**
 * What the phase lays over the write, in two: of every attempt, and of the second one alone. A body (or a request) in
 * `write` is the other one where the phase itself names none.
 */
export function inTwo(raw: Raw): { readonly every: Raw['write']; readonly second: RawRequest | null } {
  const { when, request, write } = raw;
  if (write === undefined || write.steps !== undefined) return { every: write, second: null };
  const { json, form, body, bodyFile, request: path, ...rest } = write;
  const bodies = { json, form, body, bodyFile };
  if (when === 'other-body' && bodyKeys(raw).length === 0 && bodyKeys(write).length > 0)
    return { every: path === undefined ? rest : { ...rest, request: path }, second: bodies };
  if (when === 'other-path' && request === undefined && path !== undefined)
    return { every: { ...rest, ...bodies }, second: { request: path } };
  return { every: write, second: null };
}

/** What a replay sends the second time, where that is another body or another path. */
export function otherOf(raw: Raw, write: WriteDraft, path: Path, context: BuildContext): RequestDraft | null {
  const { second } = inTwo(raw);
  if (second !== null) return laidOver(write.request, second, [...path, 'write'], context);
  const { request, headers, json, form, body, bodyFile, timeout } = raw;
  const given = { request, headers, json, form, body, bodyFile, timeout };
  const named = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  const needed = raw.when === 'other-path' ? request : raw.when === 'other-body' ? bodyKeys(given)[0] : null;
  if (needed === null) {
    if (named !== undefined) {
      const mistake = new Mistake(
        `${named} is for when: other-body or other-path`,
        `put it into write, or say when it is sent`,
      );
      context.check.attempt([...path, named], undefined, () => fail(mistake), 'key');
    }
    return null;
  }
  if (needed === undefined) {
    const part = raw.when === 'other-path' ? 'request: POST /other' : 'json: { … }';
    const what = `${part} to the phase, or write: { ${part} }`;
    const mistake = new Mistake(
      `it is not said what the ${raw.when?.slice('other-'.length)} is the second time`,
      `add ${what}`,
    );
    context.check.attempt(path, undefined, () => fail(mistake));
  }
  return laidOver(write.request, given, path, context);
}
