import type { Operation } from '../history/operation.ts';
import type { AnswerExample, ScenarioResult } from '../verdict/report.ts';
import type { Facts } from './ledger/facts.ts';

/** Kinds of answer that are kept. */
const MAX_KINDS = 12;
/** Bodies of one status that are kept apart. */
const MAX_BODIES = 3;

/** One example of each kind of answer to writes, and of readings that came to nothing; nothing where all said a plain yes. */
export function answersShown({ rounds }: Facts): Pick<ScenarioResult, 'answers'> {
  const kinds = new Map<string, Operation[]>();
  const bodies = new Map<string, number>();
  for (const operation of operationsOf(rounds)) {
    const status = JSON.stringify([operation.f === 'read', operation.status, operation.counts]);
    const place = JSON.stringify([status, operation.status === null ? operation.reason : shapeOf(operation.excerpt)]);
    const found = kinds.get(place);
    if (found) found.push(operation);
    else if ((bodies.get(status) ?? 0) < MAX_BODIES && kinds.size < MAX_KINDS) {
      bodies.set(status, (bodies.get(status) ?? 0) + 1);
      kinds.set(place, [operation]);
    }
  }
  const answers = [...kinds.values()].map(exampleOf);
  const isPlain = answers.every(({ counts }) => counts === 'acknowledged') && answers.length < 2;
  return isPlain ? {} : { answers };
}

const operationsOf = (rounds: Facts['rounds']): readonly Operation[] =>
  rounds.flatMap(({ before, phases }) => [
    ...before.filter(isNothing),
    ...phases.flatMap(({ writes, reads }) => [...writes, ...reads.filter(isNothing)]),
  ]);

const isNothing = ({ outcome }: Operation): boolean => outcome !== 'ok';

function exampleOf(alike: readonly Operation[]): AnswerExample {
  const [first] = alike;
  if (first === undefined) throw new Error('a kind of answer without one');
  const { f, status, counts, reason, excerpt } = first;
  return { of: f === 'read' ? 'read' : 'write', status, counts, times: alike.length, reason, excerpt };
}

/** A body without what differs from one answer to the next: digits, and long names of ids. */
const shapeOf = (excerpt: string | null): string => (excerpt ?? '').replace(/[0-9a-f-]{8,}|\d+/gi, '#').slice(0, 200);
