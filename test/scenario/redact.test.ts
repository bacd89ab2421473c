import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../src/scenario/redact.ts';
import { credentialsOf } from '../../src/scenario/text/secrets.ts';

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

  const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const go = (json: string): string => json.replace(/[<>&\u2028\u2029]/g, escaped);
  const html = (text: string, quotes: Readonly<Record<string, string>>): string =>
    text.replace(/[&<>"']/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', ...quotes })[letter] ?? letter);

  it('hides a long token in any one case, and a short one as it is', () => {
    expect(redactor(['aBcD-1234', 'Dark'])('ABCD-1234 abcd-1234 DARK Dark')).toBe('[secret] [secret] DARK [secret]');
  });

  it('hides a secret in the base64 text of what holds it, wherever it begins', () => {
    const secret = 's3cr3tTOKEN-0123456789';
    for (const ahead of ['', 'B', 'Be', 'Bearer ', 'Bearer: ']) {
      const text = Buffer.from(`${ahead}${secret} and more`).toString('base64');
      const seen = redactor([secret])(text);
      expect(seen).toContain('[secret]');
      for (const piece of [secret.slice(4, 12), secret.slice(10)])
        expect(Buffer.from(seen.replace('[secret]', ''), 'base64').toString('latin1')).not.toContain(piece);
    }
  });

  it('hides a pair of user and password as the header of a call has it', () => {
    const token = Buffer.from('ann:p<w"1/').toString('base64');
    const secrets = credentialsOf([['Authorization', `Basic ${token}`]]);
    for (const text of [token, token.replace(/=+$/, ''), 'ann:p&lt;w&#34;1/', 'ann%3ap%3cw%221%2f'])
      expect(redactor(secrets)(`<${text}>`)).toBe('<[secret]>');
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
    'json of Go': (secret) => go(JSON.stringify(secret).slice(1, -1)),
    'json of PHP with hex': (secret) =>
      JSON.stringify(secret)
        .slice(1, -1)
        .replaceAll('\\"', '\\u0022')
        .replaceAll('/', '\\/')
        .replace(/[<>&']|[^\x20-\x7e]/g, (letter) => escaped(letter).toUpperCase().replace('\\U', '\\u')),
    'HTML of Go': (secret) => html(secret, { '"': '&#34;', "'": '&#39;' }),
    'HTML of Python': (secret) => html(secret, { '"': '&quot;', "'": '&#x27;' }),
    'HTML text': (secret) => html(secret, {}),
    'an XML attribute': (secret) => html(secret, { '"': '&quot;', "'": '&apos;' }),
    hex: (secret) => Buffer.from(secret).toString('hex'),
    'hex in upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
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
