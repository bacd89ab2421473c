import { describe, it } from 'vitest';
import { type Broken, expectOneError, HEAD, REST } from './broken-file.ts';

const BROKEN: readonly Broken[] = [
  {
    what: 'a phase of a later version',
    yaml: `${HEAD}${REST}load:\n  - { phase: ‸paced, rate: 4/s, for: 6s }\n`,
    says: /paced is not supported by this version/,
    mend: /concurrent or spaced/,
  },
  {
    what: 'lanes',
    yaml: `${HEAD}${REST}load:\n  - { ‸lanes: 5, each: 200 }\n`,
    says: /lanes is not supported by this version/,
    mend: /leave it out/,
  },
  {
    what: 'an object of a later version',
    yaml: `${HEAD}object: ‸quota\n${REST}`,
    says: /quota is not supported by this version/,
    mend: /counter/,
  },
  {
    what: 'a level of a later version',
    yaml: `${HEAD}require: ‸bounded:5s\n${REST}`,
    says: /bounded:5s is not supported/,
    mend: /eventual/,
  },
  {
    what: 'identities',
    yaml: `${HEAD}‸identities: { count: 3 }\n${REST}`,
    says: /identities is not supported by this version/,
    mend: /leave it out/,
  },
  {
    what: 'a count of answers',
    yaml: `${HEAD}${REST}expect:\n  ‸acknowledged: 1\n`,
    says: /expect\.acknowledged is not supported/,
    mend: /leave it out/,
  },
  {
    what: 'an outcome by body',
    yaml: `${HEAD}${REST}outcome:\n  acknowledged: { ‸status: 200, where: $.errors, absent: true }\n`,
    says: /status is not supported/,
    mend: /leave it out/,
  },
  {
    what: 'bounds of a reading',
    yaml: `${HEAD}${REST}expect:\n  total: { ‸atLeast: 3 }\n`,
    says: /atLeast is not supported/,
    mend: /leave it out/,
  },
  {
    what: 'steps of a write',
    yaml: `${HEAD}write:\n  ‸steps: []\n`,
    says: /write\.steps is not supported/,
    mend: /leave it out/,
  },
];

describe('a scenario file in words of a later version', () => {
  it.each(BROKEN)('$what: one error, with its place and its mend', (broken) => expectOneError(broken));
});
