import { ProbeError } from '../errors.ts';
import type { BodySpec, Json, RequestSpec } from '../scenario/scenario.ts';
import { hasHeader, isHeaderValue } from '../scenario/text/header.ts';
import { addedTo, parseTemplate, type Slot, wholeSlot, writtenSlot } from '../scenario/text/template.ts';
import { encodeUrl } from '../scenario/text/url.ts';
import type { Values } from './values.ts';

export { intentKey, keyOfWrite, roundValues, type Values, type WriteNumber, writeValues } from './values.ts';

/** Letters that mean themselves wherever they stand in a shell's command line. */
const PLAIN_WORD = /^[A-Za-z0-9_@%+=:,./-]*$/;

/** A request with nothing left to fill in. */
export interface Call {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly timeoutMs: number;
}

/**
 * Fills a request's templates; `own` are headers of the client that sends it, which stand in for those of the request.
 * A name without a value, a header value with a line break, and a URL that leaves the target's host are a ProbeError
 * (`scenario`).
 */
export function render(request: RequestSpec, values: Values, own: RequestSpec['headers'] = []): Call {
  const headers = [...request.headers.filter(([name]) => !hasHeader(own, name)), ...own];
  return {
    method: request.method,
    url: renderUrl(request, values),
    headers: headers.map(([name, value]) => [name, renderHeader(name, fill(value, values))] as const),
    body: request.body && renderBody(request.body, values),
    timeoutMs: request.timeoutMs,
  };
}

/** Whether all that a template names has a value. */
export const canFill = (text: string, values: Values): boolean =>
  parseTemplate(text).every((piece) => 'text' in piece || Object.hasOwn(values, piece.name));

/** Fills a command's templates. A value that a shell would not take as it stands is a ProbeError (`scenario`). */
export function renderCommand(command: string, values: Values): string {
  const filled = parseTemplate(command).map((piece) => {
    if ('text' in piece) return piece.text;
    const value = String(lookUp(piece, values));
    if (PLAIN_WORD.test(value)) return value;
    throw new ProbeError(
      'scenario',
      `the value of {{${piece.name}}} cannot stand in a command: ${JSON.stringify(value)}`,
      {
        mend: 'letters, digits and @%+=:,./_- can',
      },
    );
  });
  return filled.join('');
}

function renderUrl({ url, relativeTo }: RequestSpec, values: Values): string {
  const filled = parseTemplate(url).map((piece, index) => {
    if ('text' in piece) return piece.text;
    const value = String(lookUp(piece, values));
    // A fragment ends a whole URL and is never sent; inside a path a # is a letter like others.
    return index === 0 ? value.replace(/#.*$/s, '') : value;
  });
  const text = encodeUrl(filled.join(''));
  if (relativeTo === undefined) return new URL(text).href;
  return within(text, new URL(encodeUrl(fill(relativeTo, values))));
}

function within(text: string, target: URL): string {
  const url = URL.canParse(text, target.href) ? new URL(text, target) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ProbeError('scenario', `a value taken as a URL is none: ${JSON.stringify(text)}`, {
      mend: 'take a path, or an http or https URL of the target',
    });
  }
  if (url.host !== target.host) {
    throw new ProbeError('scenario', `a value taken as a URL leads to another host, ${url.host}`, {
      mend: `only the target, ${target.host}, is talked to`,
    });
  }
  url.username = '';
  url.password = '';
  return url.href;
}

function renderHeader(name: string, value: string): string {
  if (isHeaderValue(value)) return value;
  throw new ProbeError('scenario', `a value filled into the header ${name} holds a line break or another control`, {
    mend: 'fill in a value that a header can carry',
  });
}

function renderBody(body: BodySpec, values: Values): Uint8Array {
  switch (body.kind) {
    case 'text':
      return Buffer.from(fill(body.text, values));
    case 'json':
      return Buffer.from(JSON.stringify(renderJson(body.json, values)));
    case 'form': {
      const fields = body.fields.map(([name, value]) => [fill(name, values), fill(value, values)] as [string, string]);
      return Buffer.from(new URLSearchParams(fields).toString());
    }
    case 'bytes':
      return Buffer.from(body.base64, 'base64');
  }
}

function renderJson(json: Json, values: Values): Json {
  if (typeof json === 'string') {
    const whole = wholeSlot(json);
    return whole === null ? fill(json, values) : lookUp(whole, values);
  }
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map((item: Json) => renderJson(item, values));
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [fill(name, values), renderJson(value, values)]),
  );
}

function fill(text: string, values: Values): string {
  return parseTemplate(text)
    .map((piece) => ('text' in piece ? piece.text : String(lookUp(piece, values))))
    .join('');
}

function lookUp(slot: Slot, values: Values): string | number | boolean {
  const value = Object.hasOwn(values, slot.name) ? values[slot.name] : undefined;
  if (value === undefined) {
    const mend = 'define it in vars, or take it in setup';
    throw new ProbeError('scenario', `{{${slot.name}}} has no value here`, { mend });
  }
  const sum = slot.plus === undefined ? value : addedTo(value, slot.plus);
  if (sum !== null) return sum;
  throw new ProbeError('scenario', `${writtenSlot(slot)}: ${JSON.stringify(String(value))} is no number`, {
    mend: 'take a number, or leave the sum out',
  });
}
