import { describe, expect, it } from 'vitest';
import { failure } from '../../src/cli/failure.ts';
import { withOutputs } from '../../src/cli/io.ts';
import { main } from '../../src/cli/main.ts';
import { VERSION } from '../../src/version.ts';
import { ran, terminal } from './terminal.ts';

describe('the command line', () => {
  it('prints the version and ends well', async () => {
    expect(await ran(['--version'])).toEqual({ exitCode: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it.each([[['--help']], [['help']], [['help', 'serve']], [['serve', '--help']]])(
    'prints help for %j',
    async (argv) => {
      const { exitCode, stdout, stderr } = await ran(argv);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: counter-probe/);
    },
  );

  it('names only commands that are there', async () => {
    const { stdout } = await ran(['--help']);
    const commands = stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Start here:'));
    const names = [...commands.matchAll(/^ {2}([a-z]+)\b/gm)].map((m) => m[1]);
    for (const name of new Set(names)) expect((await ran(['help', name ?? ''])).exitCode).toBe(0);
    for (const name of ['gate', 'init', 'doctor']) expect(names).not.toContain(name);
  });

  it.each([
    [[], 'no command was given'],
    [['rum'], "unknown command 'rum' (did you mean run?)"],
    [
      ['probe'],
      "unknown command 'probe' (there are run, demo, serve, compare, check, verify, validate, explain, schema, help)",
    ],
    [['http://127.0.0.1/n'], "unknown command 'http://127.0.0.1/n' (did you mean run --url http://127.0.0.1/n?)"],
    [['help', 'serv'], "unknown command 'serv' (did you mean serve?)"],
    [['serve', '--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['serve', 'memory-atomic', '--port', 'x'], '--port takes a whole number from 0 to 65,535, not "x"'],
    [['serve', 'memory-atomic', '--ttl', '5'], '--ttl takes a time up to 24h, such as 50ms'],
    [['serve', '--port'], "option '--port <n>' argument missing"],
    [['serve', 'a', 'b'], "too many arguments for 'serve'"],
    [['serve', 'memory-atomc'], "unknown design 'memory-atomc' (did you mean memory-atomic?)"],
    [['serve'], 'no design was given (npx counter-probe serve --list names them all)\n'],
    [['serve', 'zzzzzz'], "unknown design 'zzzzzz' (npx counter-probe serve --list names them all)\n"],
    [['serve', 'memory-atomik'], "unknown design 'memory-atomik' (did you mean memory-atomic?)\n"],
    [
      ['compare', 'zzzzzz'],
      "unknown design or scenario file 'zzzzzz' (npx counter-probe serve --list names them all)\n",
    ],
    [['explain', 'CP199'], "unknown code 'CP199'"],
    [['schema'], "missing required argument 'scenario|report|comparison'"],
    [['schema', 'reprot'], "unknown schema 'reprot' (did you mean report?)"],
  ])('answers %j with one line on stderr, nothing on stdout, and 2', async (argv, message) => {
    const { exitCode, stdout, stderr } = await ran(argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^counter-probe: [^\n]*\n$/);
  });

  it('lets no control character of an argument through to the terminal', async () => {
    const { stderr } = await ran(['\u001b[2Jrun']);
    expect(stderr).not.toContain('\u001b');
  });

  it('calls a fault of its own by its name, exits 70, and shows where with -v', async () => {
    const broken = (argv: readonly string[]) => {
      const { io, stderr } = terminal();
      const stdout = {
        ...io.stdout,
        write() {
          throw new TypeError('no such thing');
        },
      };
      return main(argv, withOutputs(io, stdout, io.stderr)).then((exitCode) => ({ exitCode, stderr: stderr() }));
    };
    const plain = await broken(['explain']);
    expect(plain.exitCode).toBe(70);
    expect(plain.stderr).toMatch(
      /^counter-probe: a fault of counter-probe [^\n]*please report it[^\n]*no such thing\n$/,
    );
    const { io, stderr } = terminal();
    expect(failure(new TypeError('no such thing'), ['run', '-v'], io.stderr)).toBe(70);
    expect(stderr()).toMatch(/\n {4}at /);
  });
});
