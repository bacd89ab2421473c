import { type Command, InvalidArgumentError, type Option } from 'commander';
import { ProbeError } from '../../errors.ts';
import type { CliIo } from '../io.ts';

const PREFIX = 'COUNTER_PROBE_';

/**
 * Fills flags that were not given from the environment, `--min-overlap` from `COUNTER_PROBE_MIN_OVERLAP`, but for those
 * named in `except`. Returns what was filled in as words of a command line.
 */
export function fillFromEnvironment(command: Command, env: CliIo['env'], except: readonly string[]): readonly string[] {
  return command.options.flatMap((option) => {
    const long = option.long ?? '';
    const name = PREFIX + long.slice(2).replaceAll('-', '_').toUpperCase();
    const text = env[name] ?? '';
    const given = command.getOptionValueSource(option.attributeName());
    if (text === '' || given !== undefined || except.includes(long)) return [];
    const value = parsed(option, name, text);
    command.setOptionValueWithSource(option.attributeName(), value, 'env');
    return value === false ? [] : value === true ? [long] : [long, text];
  });
}

function parsed(option: Option, name: string, text: string): unknown {
  if (option.isBoolean()) return switchOf(name, text);
  if (!option.parseArg) return text;
  try {
    return option.parseArg(text, undefined);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new ProbeError('config', `${name}: '${text}' is not right for ${option.flags}: ${error.message}`);
  }
}

function switchOf(name: string, text: string): boolean {
  if (['1', 'true', 'yes', 'on'].includes(text.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off'].includes(text.toLowerCase())) return false;
  throw new ProbeError('config', `${name}: '${text}' is neither true nor false`);
}
