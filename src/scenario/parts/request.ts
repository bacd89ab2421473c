import type { BodySpec, Json, RequestSpec } from '../scenario.ts';
import { checkHeader, type Header, withDefaults } from '../text/header.ts';
import { Mistake } from '../text/mistake.ts';
import { nearest } from '../text/nearest.ts';
import type { Check, Path } from '../text/source.ts';
import { parseTemplate } from '../text/template.ts';
import { isAbsolute, type SplitUrl, splitUrl } from '../text/url.ts';
import type { Scope, Variables } from '../text/variables.ts';

/** A request as the user wrote it. */
export interface RequestDraft {
  /** Where it is written, for errors; its parts lie below as `request`, `headers`, `json`, `form` and `body`. */
  readonly path: Path;
  readonly method: string;
  /** An absolute URL, or a path of the target; with templates. */
  readonly url: string;
  readonly headers: readonly Header[];
  /** Names of default headers that are not to be sent. */
  readonly removed: readonly string[];
  readonly body: BodySpec | null;
  readonly timeoutMs: number;
}

/** Where requests go that name a path only. */
export interface Target {
  /** Origin and path, without a slash at the end. */
  readonly base: string;
  /** As it was given, without credentials. */
  readonly url: string;
  readonly credentials: SplitUrl['credentials'];
}

export interface RequestContext {
  readonly variables: Variables;
  readonly target: Target | null;
  readonly check: Check;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const DEFAULT_HEADERS: readonly Header[] = [
  ['Accept', '*/*'],
  ['User-Agent', 'counter-probe'],
];

/** Splits `POST /path`, `POST`, `/path` or a URL; without a method it is GET. Throws a Mistake. */
export function parseRequest(text: string): { readonly method: string; readonly url: string } {
  const match = /^([A-Za-z][A-Za-z-]*)(?:\s+(\S.*))?$/s.exec(text.trim());
  if (!match) return { method: 'GET', url: text.trim() };
  return { method: checkedMethod(match[1] ?? ''), url: (match[2] ?? '').trim() };
}

/** Throws a Mistake for a method that cannot be sent, or that is a slip of a common one. */
export function checkedMethod(method: string): string {
  if (METHODS.includes(method)) return method;
  const near = nearest(method, METHODS);
  if (near) throw new Mistake(`${method} is not a method`, `did you mean ${near}?`);
  if (method === 'CONNECT' || !/^[A-Z][A-Z-]*$/.test(method)) {
    throw new Mistake(`${JSON.stringify(method)} is not a method that can be sent`, `such as ${METHODS.join(', ')}`);
  }
  return method;
}

/** Reads the `target` of a scenario. Throws a Mistake. */
export function resolveTarget(text: string, variables: Variables): Target {
  const { origin, credentials, rest } = splitUrl(variables.expand(text), text);
  if (/[?#]/.test(rest)) throw new Mistake('target has a query or a fragment', 'put them into the requests');
  return { base: origin + rest.replace(/\/+$/, ''), url: origin + rest, credentials };
}

/** Checks a request and fills in what it leaves out. */
export function resolveRequest(draft: RequestDraft, scope: Scope, context: RequestContext): RequestSpec {
  const { check, variables } = context;
  for (const [path, text] of textsOf(draft)) check.attempt(path, undefined, () => variables.check(text, scope));
  for (const header of draft.headers)
    check.attempt([...draft.path, 'headers', header[0]], undefined, () => checkHeader(header));
  const resolved = check.attempt([...draft.path, 'request'], null, () => resolveUrl(draft.url, scope, context));
  const defaults = [...authorization(resolved?.credentials ?? null), ...contentType(draft.body), ...DEFAULT_HEADERS];
  const kept = defaults.filter(([name]) => !draft.removed.includes(name.toLowerCase()));
  return {
    method: draft.method,
    url: resolved?.url ?? '',
    ...(resolved?.relativeTo ? { relativeTo: resolved.relativeTo } : {}),
    headers: withDefaults(draft.headers, kept),
    body: draft.body,
    timeoutMs: draft.timeoutMs,
  };
}

interface ResolvedUrl {
  readonly url: string;
  readonly relativeTo: string | null;
  readonly credentials: SplitUrl['credentials'];
}

function resolveUrl(written: string, scope: Scope, { variables, target }: RequestContext): ResolvedUrl {
  // An unknown name has its own error, at the same place and earlier.
  variables.check(written, scope);
  if (written.includes('#')) {
    throw new Mistake('a fragment (#…) is never sent to a server', 'write %23 for a # that belongs to the path');
  }
  const url = variables.expand(written, (value, atStart) =>
    atStart ? value.replace(/#.*$/s, '') : value.replaceAll('#', '%23'),
  );
  if (isAbsolute(url)) {
    const { origin, credentials, rest } = splitUrl(url, written);
    return { url: origin + (rest === '' ? '/' : rest), relativeTo: null, credentials };
  }
  const kind = startOf(url, scope);
  if (kind === 'unknown')
    throw new Mistake(`${JSON.stringify(written)} is neither a path nor a URL`, `did you mean /${written}?`);
  if (target === null)
    throw new Mistake(
      `${JSON.stringify(written)} is a path, and there is no target`,
      'add target: http://127.0.0.1:8080',
    );
  if (kind === 'taken') return { url, relativeTo: target.url, credentials: target.credentials };
  return {
    url: url.startsWith('/') ? target.base + url : target.url + url,
    relativeTo: null,
    credentials: target.credentials,
  };
}

function startOf(url: string, scope: Scope): 'path' | 'taken' | 'unknown' {
  if (url === '' || /^[/?]/.test(url)) return 'path';
  const first = parseTemplate(url)[0];
  return first && 'name' in first && scope.taken.includes(first.name) ? 'taken' : 'unknown';
}

/** The header of HTTP Basic authentication. */
export function basic(user: string, password: string): Header {
  return ['Authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`];
}

function authorization(credentials: SplitUrl['credentials']): readonly Header[] {
  return credentials ? [basic(credentials.user, credentials.password)] : [];
}

function contentType(body: BodySpec | null): readonly Header[] {
  if (body?.kind === 'json') return [['Content-Type', 'application/json']];
  if (body?.kind === 'form') return [['Content-Type', 'application/x-www-form-urlencoded']];
  return [];
}

/** Every text of a request that may hold templates, with its place. */
function* textsOf({ path, url, headers, body }: RequestDraft): Generator<readonly [Path, string]> {
  yield [[...path, 'request'], url];
  for (const [name, value] of headers) yield [[...path, 'headers', name], value];
  if (body?.kind === 'text') yield [[...path, 'body'], body.text];
  if (body?.kind === 'json') yield* textsOfJson([...path, 'json'], body.json);
  if (body?.kind !== 'form') return;
  for (const [name, value] of body.fields) {
    yield [[...path, 'form', name], name];
    yield [[...path, 'form', name], value];
  }
}

function* textsOfJson(path: Path, json: Json): Generator<readonly [Path, string]> {
  if (typeof json === 'string') yield [path, json];
  if (json === null || typeof json !== 'object') return;
  for (const [name, value] of Object.entries(json)) {
    const below = [...path, Array.isArray(json) ? Number(name) : name];
    if (!Array.isArray(json)) yield [below, name];
    yield* textsOfJson(below, value);
  }
}
