import { ACKNOWLEDGED } from '../../parts/defaults.ts';
import type { IdentitiesDraft, SetupDraft, WriteDraft } from '../../parts/draft.ts';
import { parseRequest, type RequestDraft } from '../../parts/request.ts';
import type { Header } from '../../text/header.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Path } from '../../text/source.ts';
import { bodyKeys, bodyOf } from '../body.ts';
import type { RawIdentities, RawOwnWrite, RawRequest, RawStep, RawWrite } from '../schema/requests.ts';
import { type BuildContext, fail, type RawStatuses, selectorOf, statusesOf, time } from './context.ts';

export function requestOf(raw: RawRequest, path: Path, timeoutMs: number, context: BuildContext): RequestDraft {
  const { check } = context;
  const { method, url } = check.attempt([...path, 'request'], { method: 'GET', url: '' }, () =>
    parseRequest(raw.request ?? missing(path)),
  );
  const headers = Object.entries(raw.headers ?? {});
  const limitMs = timeoutOf(raw, path, timeoutMs, context);
  return { path, method, url, headers, removed: [], body: onlyBody(raw, path, context), timeoutMs: limitMs };
}

function missing(path: Path): never {
  return fail(
    new Mistake(`${path.join('.')}.request is missing`, 'it takes a method and a path or URL, such as POST /counter'),
  );
}

function timeoutOf(raw: RawRequest, path: Path, timeoutMs: number, { check }: BuildContext): number {
  const at = [...path, 'timeout'];
  return check.attempt(at, timeoutMs, () => positive(time(raw.timeout, at, timeoutMs, check)));
}

function onlyBody(raw: RawRequest, path: Path, { check, file }: BuildContext): RequestDraft['body'] {
  const [kind = 'body', another] = bodyKeys(raw);
  if (another) {
    const mistake = new Mistake(
      `a request has one body, and this has ${kind} and ${another}`,
      'keep one of json, form, body and bodyFile',
    );
    check.attempt([...path, another], null, () => fail(mistake), 'key');
  }
  return check.attempt([...path, kind], null, () => bodyOf(raw, file));
}

/** A request of setup, or a step of a write. */
export function stepOf(raw: RawStep, path: Path, timeoutMs: number, context: BuildContext): SetupDraft {
  return askedOf(raw, raw.expect?.status, path, timeoutMs, context);
}

/** A request whose answer is looked at: what it must be, and what is taken from it. */
export function askedOf(
  raw: RawRequest & Pick<RawStep, 'take'>,
  status: RawStatuses | undefined,
  path: Path,
  timeoutMs: number,
  context: BuildContext,
): SetupDraft {
  const take = Object.entries(raw.take ?? {}).map(
    ([name, text]) => [name, selectorOf(text, [...path, 'take', name], context.check)] as const,
  );
  return {
    request: requestOf(raw, path, timeoutMs, context),
    expect: status === undefined ? ACKNOWLEDGED : statusesOf(status, [...path, 'expect', 'status'], context.check),
    take: Object.fromEntries(take),
  };
}

/** The write of a scenario: one request, or steps of which the last is the write. */
export function writeOf(raw: RawWrite | RawOwnWrite, path: Path, timeoutMs: number, context: BuildContext): WriteDraft {
  const { steps: given, ...request } = raw;
  if (given === undefined) return { steps: [], request: requestOf(request, path, timeoutMs, context) };
  const also = ['request', 'headers', ...bodyKeys(request)].find(
    (key) => request[key as keyof RawRequest] !== undefined,
  );
  if (also !== undefined) {
    const mistake = new Mistake(
      `a write with steps has no ${also} of its own`,
      'put it into the last step, which is the write',
    );
    context.check.attempt([...path, also], undefined, () => fail(mistake), 'key');
  }
  const limitMs = timeoutOf(request, path, timeoutMs, context);
  const steps = given.map((step, index) => stepOf(step, [...path, 'steps', index], limitMs, context));
  return { steps: steps.slice(0, -1), request: lastOf(given, steps, path, context) };
}

/** The last step is the write, whose answer says by `outcome` what came of it. */
function lastOf(
  given: readonly RawStep[],
  steps: readonly SetupDraft[],
  path: Path,
  { check }: BuildContext,
): RequestDraft {
  const index = given.length - 1;
  const key = (['take', 'expect'] as const).find((name) => given[index]?.[name] !== undefined);
  if (key !== undefined) {
    const mistake = new Mistake(
      `the last step is the write, which has no ${key}`,
      key === 'take' ? 'leave it out' : 'say it in outcome',
    );
    check.attempt([...path, 'steps', index, key], undefined, () => fail(mistake), 'key');
  }
  return (steps[index] as SetupDraft).request;
}

/**
 * A request laid over another one: what it does not name stays, but for the body, which belongs to the method. `base` is
 * as it was read.
 */
export function laidOver(base: RequestDraft, raw: RawRequest, path: Path, context: BuildContext): RequestDraft {
  const over = requestOf({ ...raw, request: raw.request ?? 'GET' }, path, base.timeoutMs, context);
  const asked = raw.request === undefined ? base : over;
  const keepsBody = bodyKeys(raw).length === 0 && asked.method === base.method;
  return {
    ...over,
    method: asked.method,
    url: asked.url,
    headers: mergedHeaders(base.headers, over.headers),
    body: keepsBody ? base.body : over.body,
  };
}

function mergedHeaders(base: readonly Header[], over: readonly Header[]): readonly Header[] {
  const names = over.map(([name]) => name.toLowerCase());
  return [...base.filter(([name]) => !names.includes(name.toLowerCase())), ...over];
}

/** The write of a phase that has one of its own, laid over that of the scenario. */
export function ownWriteOf(base: WriteDraft, raw: RawOwnWrite, path: Path, context: BuildContext): WriteDraft {
  if (raw.steps !== undefined) return writeOf(raw, path, base.request.timeoutMs, context);
  return { steps: raw.request === undefined ? base.steps : [], request: laidOver(base.request, raw, path, context) };
}

export function identitiesOf(raw: RawIdentities, timeoutMs: number, context: BuildContext): IdentitiesDraft {
  const setup = (raw.setup ?? []).map((step, index) =>
    stepOf(step, ['identities', 'setup', index], timeoutMs, context),
  );
  return { count: raw.count, headers: Object.entries(raw.headers ?? {}), setup };
}

function positive(timeMs: number): number {
  return timeMs > 0 ? timeMs : fail(new Mistake('a request needs some time', 'give a timeout above 0, such as 10s'));
}
