import type { CliIo, Output } from './io.ts';

/** Whether a stream may be coloured: `NO_COLOR` and `FORCE_COLOR` over what the stream is. */
export function colored(stream: Output, env: CliIo['env']): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '')
    return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY && env.TERM !== 'dumb';
}
