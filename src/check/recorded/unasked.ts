import type { History } from '../../history/history.ts';

/** A counter that was read, and of which nothing was asked: its reads are looked at by themselves, as of another tool. */
export function isUnasked({ header, operations }: Pick<History, 'header' | 'operations'>): boolean {
  const { object, readings, readingInfo = {}, expect } = header;
  if (object !== 'counter' || readings.length > 1) return false;
  if (Object.values(readingInfo).some(({ adds }) => adds !== undefined)) return false;
  const { unique, ...others } = expect;
  if (unique || Object.values(others).some((one) => !Array.isArray(one) || one.length > 0)) return false;
  return operations.some(({ f, outcome }) => f === 'read' && outcome === 'ok');
}
