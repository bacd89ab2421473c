import { describe, expect, it } from 'vitest';
import { withRoles } from '../../../src/history/formats/roles.ts';
import { IMPORTED } from '../../../src/history/returned.ts';
import { saw, yes } from '../../check/objects/recorded.ts';

const imported = { phase: IMPORTED };
const a = { ...imported, machine: 'a' };
const b = { ...imported, machine: 'b' };

const roles = (errorNs: number, read: typeof a) =>
  withRoles(
    [
      saw('0', 0, 10, { ...read, role: 'during' }),
      yes('increment', 20, 30, a),
      saw('1', 40, 50, { ...read, role: 'during' }),
    ],
    errorNs,
  ).flatMap(({ role }) => role ?? []);

describe('An imported read is told apart by its time', () => {
  it('before all writes, or after them', () => {
    expect(roles(0, a)).toEqual(['before', 'settle']);
    expect(roles(0, b)).toEqual(['before', 'settle']);
  });

  it('as far as the clocks of two machines tell', () => {
    expect(roles(4, b)).toEqual(['before', 'settle']);
    expect(roles(5, b)).toEqual(['during', 'during']);
  });

  it('exactly, by the clock of one machine', () => {
    expect(roles(1000, a)).toEqual(['before', 'settle']);
  });
});
