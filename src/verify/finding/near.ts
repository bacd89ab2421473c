import type { Operation } from '../../history/operation.ts';
import { once } from '../once.ts';
import { countWhile } from './in-order.ts';
import { effective, type Intent, intentsOf } from './intents.ts';
import type { Base } from './rest.ts';
import { operationsOn, type Saved } from './saved.ts';

/** What was meant on one key. Of the certain, in the order sent, none of the first n was complete later than `done[n]`. */
interface Meant {
  readonly open: readonly Intent[];
  readonly certain: readonly Intent[];
  readonly sent: readonly number[];
  readonly done: readonly number[];
}

/** Every intent on the key that may lie between two numbers, and perhaps a few more: the others need not be looked at. */
export function nearTo(saved: Saved, { read }: Base, to: Operation): readonly Intent[] {
  const { open, certain, sent, done } = meantOn(saved, to.key);
  const slackNs = 2 * saved.header.clock.errorNs;
  const begin = read === null ? 0 : countWhile(done, (ns) => ns + slackNs < read.invoke);
  const { complete } = to;
  const end = complete === null ? sent.length : countWhile(sent, (ns) => ns <= complete + slackNs);
  return [...open, ...certain.slice(begin, end)];
}

/** Every intent on a key. */
export const intentsOn = (saved: Saved, key: string): readonly Intent[] => {
  const { open, certain } = meantOn(saved, key);
  return [...open, ...certain];
};

const meantOn = once((saved: Saved, key: string): Meant => {
  const all = intentsOf(operationsOn(saved, key)).map((intent) => ({ intent, sentNs: sentOf(intent) }));
  const certain = all.filter(({ intent }) => intent.comes !== 'maybe').sort((a, b) => a.sentNs - b.sentNs);
  let last = Number.NEGATIVE_INFINITY;
  const done = certain.map(({ intent }) => {
    last = Math.max(last, doneOf(intent));
    return last;
  });
  const open = all.filter(({ intent }) => intent.comes === 'maybe').map(({ intent }) => intent);
  return { open, certain: certain.map(({ intent }) => intent), sent: certain.map(({ sentNs }) => sentNs), done };
});

/** When the first of its attempts was sent. */
const sentOf = ({ attempts }: Intent): number =>
  attempts.reduce((ns, { invoke }) => Math.min(ns, invoke), Number.POSITIVE_INFINITY);

/** When the first of the answers that may tell of its effect was there, each as late as `lateNs` says. */
export const doneOf = (intent: Intent, lateNs: (one: Operation) => number = () => 0): number =>
  effective(intent).reduce(
    (ns, one) => (one.outcome === 'info' || one.complete === null ? ns : Math.min(ns, one.complete + lateNs(one))),
    Number.POSITIVE_INFINITY,
  );
