import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start servers or whole commands, those that take longest first. */
const LONG = [
  'reference/stories',
  'detects',
  'cases/',
  'reference/conformance',
  'readme',
  'reference/',
  'cli/compare',
  'verify/',
] as const;

/** The longest files first, so that none is left for one worker to end with. By name: a fresh checkout knows no times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const path = relative(import.meta.dirname, moduleId);
      const at = LONG.findIndex((start) => path.startsWith(start));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
