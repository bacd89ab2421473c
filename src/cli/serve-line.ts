import type { Design, ServedObject } from '../reference/design.ts';

const KEYED = "--retry lost-reply -H 'Idempotency-Key: {{key}}'";

const BY_OBJECT: Readonly<Record<ServedObject, (url: string) => string>> = {
  counter: (url) => `--concurrency 10 --url ${url}/counter`,
  quota: (url) => `-c 12 --limit 5 -X POST --url ${url}/quotas/me/downloads --read ${url}/quotas/me --take '$.used'`,
  reservation: (url) =>
    `-c 5 --unique -H 'Content-Type: application/json' -d '{"items":["painting"]}' --url ${url}/checkouts`,
  tracker: (url) => `-X GET --url '${url}/hit?p=/page' --read '${url}/stats?key=views:/page' --take '$.count'`,
  payment: (url) => `${KEYED} -X POST --url ${url}/payments --read ${url}/payments --take '$.count'`,
};

/** What a burst alone would not show: how such a counter is asked. */
const BY_FINDING: Readonly<Record<string, string>> = {
  CP108: '--require latest',
  CP110: KEYED,
};

/** The command line that probes a design which listens at the URL. */
export function probeLine({ object, finding }: Design, url: string): string {
  const more = object === 'counter' ? BY_FINDING[finding ?? ''] : undefined;
  return ['counter-probe run', ...(more === undefined ? [] : [more]), BY_OBJECT[object](url)].join(' ');
}
