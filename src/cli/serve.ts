import type { Command } from 'commander';
import { ProbeError } from '../errors.ts';
import type { Design, DesignOptions } from '../reference/design.ts';
import { flagTime, wholeNumber } from '../scenario/flags/values.ts';
import type { CliIo } from './io.ts';
import { ALL_DESIGNS, unknownWord } from './nearest.ts';
import type { Session } from './program.ts';
import { probeLine } from './serve-line.ts';
import { list } from './serve-list.ts';
import { serverUrl } from './server-url.ts';

interface ServeFlags {
  readonly port: string;
  readonly window?: string;
  readonly ttl?: string;
  readonly lag?: string;
  readonly limit?: string;
  readonly budget?: string;
  readonly redis?: string;
  readonly postgres?: string;
  readonly refillRace?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** `serve [design]`: runs one reference design until a signal comes, or lists them. */
export function addServe(root: Command, { io }: Session): void {
  root
    .command('serve')
    .description('run a reference server to try the prober on, until Ctrl-C')
    .argument('[design]', 'its id; --list names them all')
    .option('--port <n>', 'port on 127.0.0.1; 0 is any free one', '8080')
    .option('--window <time>', 'pause between read and write of a design in memory (5ms)')
    .option('--ttl <time>', 'how long what is kept stays: a cached read, a hold, a key (as the design says)')
    .option('--lag <time>', 'how far a replica, a flush or a slow refill lags behind (as the design says)')
    .option('--limit <n>', 'downloads of a quota a day (5)')
    .option('--budget <n>', 'writes that the store of a tracker takes (1000)')
    .option('--redis <url>', 'a running Redis for a design on Redis, in place of one of its own')
    .option('--postgres <url>', 'a running PostgreSQL for a design on PostgreSQL, in place of one of its own')
    .option('--refill-race', 'with cache-aside: slow refills in place of missed invalidations')
    .option('--list', 'list the designs and whether they can run here')
    .option('--json', 'with --list: as JSON')
    .action(async (id: string | undefined, flags: ServeFlags) => {
      if (flags.list) return list(flags.json === true, io);
      if (flags.json) throw new ProbeError('usage', '--json is for --list');
      const options = optionsOf(flags);
      await serve(await designOf(flags.refillRace ? refillRaceOf(id) : id, options), options, io);
    });
}

function refillRaceOf(id: string | undefined): string {
  if (id === 'cache-aside' || id === 'cache-aside-refill-race') return 'cache-aside-refill-race';
  throw new ProbeError('usage', '--refill-race is for cache-aside');
}

async function designOf(id: string | undefined, options: DesignOptions): Promise<Design> {
  const { availability, designs, findDesign } = await import('../reference/registry.ts');
  const ids = designs.map((d) => d.id);
  if (id === undefined) throw new ProbeError('usage', 'no design was given', { mend: ALL_DESIGNS });
  const design = findDesign(id);
  if (!design) throw unknownWord('design', id, ids, ALL_DESIGNS);
  takesServer(design, options);
  const { available, why } = await availability(design, options);
  if (!available) throw new ProbeError('design', `${id} cannot run here`, { mend: why });
  return design;
}

const GIVEN = [
  ['redisUrl', '--redis', 'Redis'],
  ['postgresUrl', '--postgres', 'PostgreSQL'],
] as const;

/** Refuses a server that the design would not use. */
function takesServer({ id, server }: Design, options: DesignOptions): void {
  for (const [option, flag, name] of GIVEN) {
    if (options[option] === undefined || server?.givenBy === option) continue;
    throw new ProbeError('usage', `${flag} is for a design on one ${name}, and ${id} is none`);
  }
}

async function serve(design: Design, options: DesignOptions, io: CliIo): Promise<void> {
  const { stopped, release } = stopSignal(io);
  try {
    const running = await design.start(options);
    io.stdout.write(`listening ${running.url}\n`);
    io.stdout.write(`${probeLine(design, running.url, io.cwd)}\n`);
    const died = await Promise.race([stopped, running.ended ?? stopped]);
    await running.close();
    if (died) throw new ProbeError('design', `${design.id} answers no more: ${died}`, { mend: 'start it again' });
  } finally {
    release();
  }
}

function optionsOf({ port, window, ttl, lag, limit, budget, redis, postgres }: ServeFlags): DesignOptions {
  return {
    port: wholeNumber('--port', port, 0, 65_535),
    ...(window === undefined ? {} : { windowMs: flagTime('--window', window) }),
    ...(ttl === undefined ? {} : { ttlMs: flagTime('--ttl', ttl) }),
    ...(lag === undefined ? {} : { lagMs: flagTime('--lag', lag) }),
    ...(limit === undefined ? {} : { limit: wholeNumber('--limit', limit, 1, 1_000_000) }),
    ...(budget === undefined ? {} : { budget: wholeNumber('--budget', budget, 0, 1_000_000_000) }),
    ...(redis === undefined ? {} : { redisUrl: serverUrl('--redis', redis, ['redis:', 'rediss:']) }),
    ...(postgres === undefined ? {} : { postgresUrl: serverUrl('--postgres', postgres, ['postgres:', 'postgresql:']) }),
  };
}

/** `stopped` settles at the first signal; the next one, and any after the release, ends the process at once. */
function stopSignal(io: CliIo): { readonly stopped: Promise<void>; readonly release: () => void } {
  let release = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    const stop = (): void => {
      release();
      resolve();
    };
    const offs = (['SIGINT', 'SIGTERM'] as const).map((name) => io.onSignal(name, stop));
    release = () => offs.forEach((off) => void off());
  });
  return { stopped, release };
}
