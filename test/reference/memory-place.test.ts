import { describe, expect, it } from 'vitest';
import { memoryPlace } from '../../src/reference/guarded/memory-place.js';

const SHM = '/dev/shm';

describe.runIf(process.platform === 'linux' && memoryPlace(1, SHM, {}) !== null)('on a Linux with memory', () => {
  it('is the folder in memory where what is asked for is free', () => {
    expect(memoryPlace(1, SHM, { TMPDIR: '' })).toBe(SHM);
  });

  it.each(['TMPDIR', 'TMP', 'TEMP'])('is none where %s says where temporary files are to be', (name) => {
    expect(memoryPlace(1, SHM, { [name]: '/var/tmp' })).toBe(null);
  });

  it('is none where less is free than is asked for', () => {
    expect(memoryPlace(2 ** 50, SHM, {})).toBe(null);
  });
});

it.each([
  ['is not there', '/dev/shm/no-such-folder'],
  ['is not in memory', import.meta.dirname],
  ['cannot be written', '/proc/self'],
])('is none where the folder %s', (_, place) => {
  expect(memoryPlace(1, place, {})).toBe(null);
});
