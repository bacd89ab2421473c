// Writes a made-up history as `run --history` would.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { READ, RETURNED } from '../dist/check/exact/columns.js';
import { createHistoryWriter } from '../dist/history/codec.js';
import { counterHistory, withStaleRead } from './counter-histories.js';

const HEADER = {
  ...{ format: 'counter-probe-history', version: 1, object: 'counter', initial: '0', step: '1', limit: null },
  ...{ limitPer: null, clock: { unit: 'ns', errorNs: 0 }, runId: 'bench', scenario: 'bench', seed: 1 },
  ...{ target: 'http://127.0.0.1:8080/counter', require: 'eventual', expect: { readings: [], unique: false } },
  phases: [{ index: 0, kind: 'spaced', name: 'spaced', count: 1, everyMs: 0 }],
  ...{ rounds: 1, setup: false, readings: ['value'], settleMs: 0, minOverlap: null, maxSpreadMs: null },
};

const ONE_OF = 1_000;

/** Made-up histories of so many operations, by what is wrong with them: columns, and which rows of them are saved. */
export const VARIANTS = {
  'as it should be': (size) => ({ columns: counterHistory(size) }),
  'one read 1,000 behind': (size) => ({ columns: withStaleRead(counterHistory(size)) }),
  'one write in 1,000 lost': (size) => ({ columns: counterHistory(size, 1, 1 / ONE_OF) }),
  'one write in 1,000 left out': (size) => {
    const columns = counterHistory(size);
    return { columns, isLeftOut: (row) => row % ONE_OF === 0 && columns.kind[row] !== READ };
  },
};

function operationOf({ kind, certain, start, end, low, process }, row) {
  const isRead = kind[row] === READ;
  const known = certain[row] === 1;
  const client = String(process[row]);
  return {
    ...{ id: row, process: `p${client}`, session: `s${client}`, f: isRead ? 'read' : 'increment', key: 'counter' },
    ...{ phase: 'spaced', phaseIndex: 0, round: 1, invoke: start[row], complete: known ? end[row] : null },
    ...{ outcome: known ? 'ok' : 'info', counts: isRead ? null : known ? 'acknowledged' : 'unknown' },
    ...{ value: isRead || kind[row] === RETURNED ? String(low[row]) : null, status: known ? 200 : null },
    ...{ reason: known ? null : 'timeout', excerpt: null, attempt: isRead ? null : `a-${row}` },
    ...{ sent: start[row], firstByte: known ? end[row] : null, ended: known ? end[row] : null },
    ...{ reading: isRead ? 'value' : null, role: isRead ? 'during' : null, returned: null },
  };
}

/** Saves a history of `size` operations; resolves to its length in bytes. `what`: one of the variants. */
export async function save(size, path, what = 'as it should be') {
  const { columns, isLeftOut = () => false } = VARIANTS[what](size);
  const file = createWriteStream(path);
  let waiting = false;
  const writer = createHistoryWriter((text) => {
    waiting = !file.write(text) || waiting;
  }, HEADER);
  for (let row = 0; row < size; row++) {
    if (isLeftOut(row)) continue;
    writer.entry(operationOf(columns, row));
    if (!waiting) continue;
    await once(file, 'drain');
    waiting = false;
  }
  writer.end();
  file.end();
  await finished(file);
  return file.bytesWritten;
}
