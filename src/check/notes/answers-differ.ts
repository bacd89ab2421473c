import { printable } from '../../history/printable.ts';
import type { AnswerExample, Note } from '../../verdict/report.ts';
import { groupedBy } from '../objects/writes.ts';
import { listed } from '../words.ts';

const MAX_EXCERPT = 60;

/** Answers of one status that count alike though their bodies are made otherwise: some of them may say no. */
export function answersDiffer(answers: readonly AnswerExample[]): readonly Note[] {
  const counted = groupedBy(
    answers.filter(({ of, counts, status }) => of === 'write' && counts === 'acknowledged' && status !== null),
    ({ status }) => status ?? 0,
  );
  return [...counted].flatMap(([status, kinds]): readonly Note[] => {
    if (kinds.length < 2) return [];
    const parts = kinds.map(
      ({ times, excerpt }) => `${times} as ${printable(excerpt ?? 'one that is empty or was not kept', MAX_EXCERPT)}`,
    );
    const message = `Answers of status ${status} that were all counted as acknowledged differ in what they are made of: ${listed(parts)}. Where one of these says no, --ok-where or --refused-where tells it apart (outcome: in a scenario file).`;
    return [{ code: 'answers-differ', message }];
  });
}
