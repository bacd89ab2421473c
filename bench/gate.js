import { drive } from '../dist/drive/drive.js';
import { compile } from '../dist/plan/compile.js';
import { parseScenario } from '../dist/scenario/load.js';
import { BODY, firstToLast } from './senders.js';

const scenario = (url, n) => `
version: 1
name: One burst
target: ${url}
object: counter
write: { request: POST /, json: ${BODY} }
load: [{ phase: concurrent, count: ${n} }]
expect: { unique: $.value }
`;

/** Our own burst as a run drives it, whole: new connections, heads sent and held back, then all tails in one loop. */
export function gate(url, n) {
  const plan = compile(parseScenario(scenario(url, n), 'bench', { env: {} }), 1);
  const io = { record() {}, progress() {}, signal: new AbortController().signal };
  return {
    name: 'counter-probe, gate',
    prepare: async () => {},
    burst: () => drive(plan, io),
    spread: firstToLast,
  };
}
