import type { WriteDraft } from '../../parts/draft.ts';
import type { RequestDraft } from '../../parts/request.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Path } from '../../text/source.ts';
import { bodyKeys } from '../body.ts';
import type { RawPhaseOf } from '../schema/phases.ts';
import { type BuildContext, fail } from './context.ts';
import { laidOver } from './request.ts';

/** What a replay sends the second time, where that is another body or another path. */
export function otherOf(
  raw: RawPhaseOf<'replay'>,
  write: WriteDraft,
  path: Path,
  context: BuildContext,
): RequestDraft | null {
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
    const what = raw.when === 'other-path' ? 'request: POST /other' : 'json: { … }';
    const mistake = new Mistake(
      `it is not said what the ${raw.when?.slice('other-'.length)} is the second time`,
      `add ${what}`,
    );
    context.check.attempt(path, undefined, () => fail(mistake));
  }
  return laidOver(write.request, given, path, context);
}
