import type { DesignOptions } from '../../reference/design.ts';
import { wholeNumber } from '../../scenario/flags/values.ts';
import { serverUrl } from '../server-url.ts';

/** Flags of `compare`, as typed. */
export interface CompareFlags {
  readonly json?: boolean;
  readonly html?: string;
  readonly rounds?: string;
  readonly jobs?: string;
  readonly seed?: string;
  readonly var?: readonly string[];
  readonly varsFile?: string;
  readonly secret?: readonly string[];
  readonly redis?: string;
  readonly postgres?: string;
  readonly yes?: boolean;
  readonly quiet?: boolean;
}

const [ROUNDS, JOBS] = [5, 4];
const [MOST_ROUNDS, MOST_JOBS] = [1_000, 16];

export const roundsOf = ({ rounds }: CompareFlags): number =>
  rounds === undefined ? ROUNDS : wholeNumber('--rounds', rounds, 1, MOST_ROUNDS);

export const jobsOf = ({ jobs }: CompareFlags): number =>
  jobs === undefined ? JOBS : wholeNumber('-j/--jobs', jobs, 1, MOST_JOBS);

/** Servers that run already. */
export const serversOf = ({ redis, postgres }: CompareFlags): DesignOptions => ({
  ...(redis === undefined ? {} : { redisUrl: serverUrl('--redis', redis, ['redis:', 'rediss:']) }),
  ...(postgres === undefined ? {} : { postgresUrl: serverUrl('--postgres', postgres, ['postgres:', 'postgresql:']) }),
});

/** Passwords in the URLs of such servers: no output may show them. */
export const passwordsOf = ({ redis, postgres }: CompareFlags): readonly string[] =>
  [redis, postgres].flatMap((url) => {
    const password = url !== undefined && URL.canParse(url) ? new URL(url).password : '';
    return password === '' ? [] : [password, decodeURIComponent(password)];
  });
