import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../src/scenario/command.ts';
import { shellQuote } from '../../src/scenario/text/shell.ts';

describe('the command that repeats a run', () => {
  it('is quoted for a shell only where it has to be', () => {
    expect(commandLine(['run', '--url', 'http://127.0.0.1:8080/c?a=1', '-d', "it's", '--take', '$.n'], [])).toBe(
      `npx counter-probe run --url 'http://127.0.0.1:8080/c?a=1' -d 'it'\\''s' --take '$.n'`,
    );
  });

  it.each([
    [['-u', 'bob:pw'], `-u 'bob:[secret]'`],
    [['-ubob:pw'], `'-ubob:[secret]'`],
    [['--user=bob:pw'], `'--user=bob:[secret]'`],
    [['-H', 'Authorization: Bearer x'], `-H 'Authorization: [secret]'`],
    [['--read-header', 'x-api-key: x'], `--read-header 'x-api-key: [secret]'`],
    [['-H', 'X-Client: x'], `-H 'X-Client: x'`],
    [['-H', 'Authorization: Bearer {{env.T}}'], `-H 'Authorization: Bearer {{env.T}}'`],
    [['-b', 'a=1; b=2'], `-b 'a=[secret]; b=[secret]'`],
    [['-b', 'jar.txt'], '-b jar.txt'],
    [['-x', 'http://u:p@h:1'], `-x 'http://u:[secret]@h:1'`],
    [['--url', 'http://u:p@h/a:b@c'], `--url 'http://u:[secret]@h/a:b@c'`],
    [['--before', 'curl -u bob:pw x'], `--before 'curl -u '\\''bob:[secret]'\\'' x'`],
    [['--before', "curl -H 'Cookie: a=1' x"], `--before 'curl -H '\\''Cookie: [secret]'\\'' x'`],
    [['--before', "curl 'x"], `--before '[secret]'`],
    [['-E', 'c.pem:pw'], `-E 'c.pem:[secret]'`],
  ])('hides even a short credential: %j', (argv, shown) => {
    expect(commandLine(argv, [])).toBe(`npx counter-probe ${shown}`);
  });

  it('hides secrets wherever they stand', () => {
    expect(commandLine(['--var', 'token=tok-123', '-d', '{"t":"tok-123"}'], ['tok-123'])).toBe(
      `npx counter-probe --var 'token=[secret]' -d '{"t":"[secret]"}'`,
    );
  });
});

describe('a quoted word', () => {
  it.runIf(spawnSync('bash', ['--version']).status === 0)('reaches a program as it was, and stays on one line', () => {
    const word = fc.string({
      unit: fc.oneof(
        fc.constantFrom("'", '\\', '\n', '\t', '$', '`', '"', '!', '\u001b', '\u202e', 'é'),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        const quoted = words.map((text) => shellQuote(text)).join(' ');
        expect(quoted).not.toMatch(/\p{Cc}/u);
        const echoed = execFileSync('bash', ['-c', `LC_ALL=C.UTF-8; printf '%s\\0' ${quoted}`], { encoding: 'utf8' });
        expect(echoed.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 30 },
    );
  });
});
