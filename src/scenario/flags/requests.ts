import { DEFAULTS } from '../parts/defaults.ts';
import type { ReadingDraft } from '../parts/draft.ts';
import { basic, checkedMethod, type RequestDraft } from '../parts/request.ts';
import { type Header, hasHeader, isSensitive, servesRead, withDefaults } from '../text/header.ts';
import { Mistake } from '../text/mistake.ts';
import { checkCount, parseSelector } from '../text/selector.ts';
import type { Path } from '../text/source.ts';
import { hasTemplate } from '../text/template.ts';
import { encodeUrl, type SplitUrl, splitUrl } from '../text/url.ts';
import type { Variables } from '../text/variables.ts';
import { cookieHeader } from './cookies.ts';
import { dataBody, FORM_TYPE } from './data.ts';
import { type HeaderFlags, parseHeaders } from './headers.ts';
import type { FlagContext, RequestFlags, RunFlags } from './types.ts';
import { flagSeconds, flagTime, flagValue, oneOf, usage } from './values.ts';

/** What a write was made of that a read is made of as well. */
export interface WriteDraft extends RequestDraft {
  /** Headers given or made by flags, without those of its cookies and its body. */
  readonly own: readonly Header[];
  readonly origin: string;
}

/** Where a request is written: its part of the scenario, and the flag that is named in errors. */
export interface Origin {
  readonly path: Path;
  readonly flag: string;
}

/** The write that the request flags describe. Throws a ProbeError (`usage`). */
export function writeFromFlags(flags: RunFlags, variables: Variables, context: FlagContext): WriteDraft {
  return requestFromFlags(flags, { path: ['write'], flag: '--url' }, variables, context);
}

/** The request that flags of curl describe, by POST where none says how. Throws a ProbeError (`usage`). */
export function requestFromFlags(
  flags: RequestFlags,
  { path, flag }: Origin,
  variables: Variables,
  context: FlagContext,
): WriteDraft {
  if (flags.url === undefined) throw usage(flag, 'is missing', 'give the URL of the write, or a scenario file');
  const { url } = flags;
  const split = splitFlag(flag, url, variables);
  const given = parseHeaders('-H/--header', flags.header ?? []);
  const body = dataBody(flags.data ?? []);
  const own = withDefaults(given.headers, kept(given, userHeader(flags.user, split, variables)));
  const formType: readonly Header[] = body ? [['Content-Type', FORM_TYPE]] : [];
  return {
    path,
    method: flagValue('-X/--request', () => checkedMethod(flags.request ?? 'POST')),
    url,
    headers: withDefaults(own, kept(given, [...formType, ...cookies(flags, split, context)])),
    removed: given.removed,
    body,
    timeoutMs: flags.maxTime === undefined ? DEFAULTS.timeoutMs : flagSeconds('-m/--max-time', flags.maxTime),
    own,
    origin: split.origin,
  };
}

/** The reading that goes with it; none with `--read none`. Throws a ProbeError (`usage`). */
export function readingsFromFlags(
  flags: RunFlags,
  write: WriteDraft,
  variables: Variables,
  context: FlagContext,
): readonly ReadingDraft[] {
  if (flags.read === 'none' || !isAsked(flags)) return noReading(flags);
  if (flags.read === undefined && flags.take === undefined && write.method === 'GET') {
    throw usage(
      '--read',
      'is missing: the write is a GET itself',
      'give the URL where the number is, or --take for what the same URL answers',
    );
  }
  const { take: taken, as: asked = 'number' } = flags;
  const take = taken === undefined ? null : flagValue('--take', () => parseSelector(taken));
  const as = oneOf('--as', asked, ['number', 'count', 'list']);
  flagValue('--as', () => checkCount(as, take));
  const distinct = flagValue('--distinct', () => distinctOf(flags, as));
  const url = flags.read === undefined ? write.url : resolved(write.url, flags.read, variables);
  const request = readRequest(flags, write, url, variables, context);
  const settleMs = flags.settle === undefined ? DEFAULTS.settleMs : flagTime('--settle', flags.settle);
  return [{ name: 'value', request, take, as, ...distinct, info: {}, settleMs }];
}

/** A quota and a reservation are judged by their answers; a number is read where that is said. */
function isAsked({ read, take, as, readHeader, limit, unique }: RunFlags): boolean {
  return (limit === undefined && !unique) || (read ?? take ?? as ?? readHeader) !== undefined;
}

function distinctOf({ distinct }: RunFlags, as: string): Pick<ReadingDraft, 'distinct'> {
  if (distinct === undefined) return {};
  if (as === 'number') throw new Mistake('it is for what is counted', 'add --as count');
  return { distinct: distinct === 'item' ? null : parseSelector(distinct) };
}

function noReading(flags: RunFlags): readonly ReadingDraft[] {
  if (flags.returns === undefined && flags.limit === undefined && !flags.unique)
    throw usage('--read', 'none leaves nothing to judge', 'add --returns for values that writes return, or --limit');
  for (const flag of ['take', 'as', 'distinct', 'readHeader'] as const) {
    if (flags[flag] === undefined) continue;
    throw usage(
      flag === 'readHeader' ? '--read-header' : `--${flag}`,
      'has no meaning with --read none',
      'leave one of the two out',
    );
  }
  return [];
}

/** The credentials and the like of the write, unless the read has its own, or goes elsewhere. */
function readRequest(
  flags: RunFlags,
  write: WriteDraft,
  url: string,
  variables: Variables,
  context: FlagContext,
): RequestDraft {
  const given = parseHeaders('--read-header', flags.readHeader ?? []);
  const split = splitFlag('--read', url, variables);
  const elsewhere = split.origin !== write.origin;
  const inherited = write.own.filter(([name]) => servesRead(name) && !(elsewhere && isSensitive(name)));
  const cookie = elsewhere ? cookieFiles(flags.cookie) : flags.cookie;
  return {
    path: ['read', 'value'],
    method: 'GET',
    url,
    headers: withDefaults(given.headers, kept(given, withDefaults(inherited, cookies({ cookie }, split, context)))),
    removed: [...given.removed, ...write.removed.filter((name) => !hasHeader(given.headers, name))],
    body: null,
    timeoutMs: write.timeoutMs,
  };
}

/** A cookie file says itself where its cookies go; `name=value` goes where the write goes. */
const cookieFiles = (given: RunFlags['cookie']): RunFlags['cookie'] => given?.filter((text) => !text.includes('='));

const kept = ({ removed }: HeaderFlags, headers: readonly Header[]): readonly Header[] =>
  headers.filter(([name]) => !removed.includes(name.toLowerCase()));

function userHeader(user: string | undefined, { credentials }: SplitUrl, variables: Variables): readonly Header[] {
  if (user === undefined) return credentials ? [basic(credentials.user, credentials.password)] : [];
  const pair = flagValue('-u/--user', () => variables.expand(user));
  const colon = pair.indexOf(':');
  if (colon < 0)
    throw usage('-u/--user', 'has no password', 'it takes user:password; nothing is asked for at the terminal');
  if (hasTemplate(pair))
    throw usage('-u/--user', 'takes values that are known before the run', 'use -H "Authorization: …" instead');
  return [basic(pair.slice(0, colon), pair.slice(colon + 1))];
}

function cookies({ cookie }: Pick<RequestFlags, 'cookie'>, url: SplitUrl, { nowMs }: FlagContext): readonly Header[] {
  if (!cookie?.length) return [];
  const { protocol, hostname, pathname } = new URL(encodeUrl(url.origin + url.rest));
  const header = cookieHeader(cookie, { protocol, hostname, path: pathname }, nowMs ?? null);
  return header === null ? [] : [['Cookie', header]];
}

/** A reading's URL as a browser would resolve it against the write's, with what is filled in later left in place. */
function resolved(write: string, read: string, variables: Variables): string {
  const expanded = flagValue('--read', () => variables.expand(read));
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(expanded)) return read;
  const { origin, rest } = splitFlag('--url', write, variables);
  const path = rest.replace(/[?#].*$/s, '');
  if (expanded.startsWith('/')) return origin + expanded;
  if (expanded.startsWith('?')) return origin + path + expanded;
  return `${origin}${path.slice(0, path.lastIndexOf('/') + 1) || '/'}${expanded}`;
}

function splitFlag(flag: string, url: string, variables: Variables): SplitUrl {
  return flagValue(flag, () => splitUrl(variables.expand(url), url));
}
