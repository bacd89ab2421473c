import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../src/scenario/redact.ts';

describe('the redactor', () => {
  it('replaces a secret and leaves the rest', () => {
    expect(redactor(['hunter22'])('pass hunter22, hunter2 and hunter22!')).toBe('pass [secret], hunter2 and [secret]!');
  });

  it('takes the longest, and blots overlapping ones out together', () => {
    expect(redactor(['abcd', 'abcdef'])('abcdef')).toBe('[secret]');
    expect(redactor(['abcd', 'cdef'])('xabcdefx')).toBe('x[secret]x');
    expect(redactor(['aXa'])('aXaXa')).toBe('[secret]');
  });

  it('without secrets changes nothing', () => {
    expect(redactor([])('a')).toBe('a');
    expect(redactor([''])('a')).toBe('a');
  });

  const encodings: Readonly<Record<string, (secret: string) => string>> = {
    plain: (secret) => secret,
    json: (secret) => JSON.stringify(secret).slice(1, -1),
    'json in ASCII': (secret) =>
      JSON.stringify(secret)
        .slice(1, -1)
        .replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'json with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    percent: (secret) => encodeURIComponent(secret),
    'percent in lower case': (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
    form: (secret) => new URLSearchParams([['x', secret]]).toString().slice(2),
    'a URL': (secret) => encodeURI(secret),
    base64: (secret) => Buffer.from(secret).toString('base64'),
    base64url: (secret) => Buffer.from(secret).toString('base64url'),
    shell: (secret) => secret.replaceAll("'", `'\\''`),
  };
  // What is a part of the replacement itself is bound to stand in the output.
  const secret = fc
    .string({ unit: 'grapheme', minLength: 4, maxLength: 30 })
    .filter((text) => !/\p{Cs}/u.test(text) && !'[secret]'.includes(text));

  it.each(Object.entries(encodings))('lets no secret through as %s', (_name, encode) => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.array(fc.string(), { minLength: 5, maxLength: 5 }),
        (secrets, around) => {
          const text = around.map((between, index) => between + encode(secrets[index % secrets.length] ?? '')).join('');
          const redacted = redactor(secrets)(text);
          for (const each of secrets) expect(redacted.replaceAll('[secret]', '\u0001')).not.toContain(encode(each));
        },
      ),
    );
  });
});
