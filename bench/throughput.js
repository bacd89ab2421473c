// How fast and how large the prober is when it sends much. See README.md.
import autocannon from 'autocannon';
import { startArrivalServer } from './arrival-server.js';
import { machine, table, whole } from './figures.js';
import { runScenario } from './measured-run.js';
import { BODY, HEADERS } from './senders.js';

const SPACED = 10_000;
const BURST = 1_000;

const scenario = (url, phase) => `
version: 1
name: Throughput
target: ${url}
object: counter
write: { request: POST /, json: ${BODY} }
load: [${phase}]
read: { total: { request: GET /, take: $.value } }
expect: { total: { risesBy: acknowledged, perPhase: true } }
`;

async function arrivalsOf(server) {
  const { arrivals } = await server.take();
  const seconds = (arrivals.at(-1).ns - arrivals[0].ns) / 1e9;
  const connections = new Set(arrivals.map(({ connection }) => connection)).size;
  return { count: arrivals.length, connections, seconds, perSecond: (arrivals.length - 1) / seconds };
}

async function ours(server, phase) {
  const { scenario: result, peakMb, wallMs } = await runScenario(scenario(server.url, phase));
  const arrived = await arrivalsOf(server);
  return { ...arrived, verdict: result.verdict, acknowledged: result.phases[0].writes.acknowledged, peakMb, wallMs };
}

async function autocannonAlone(server) {
  const options = { url: server.url, method: 'POST', headers: HEADERS, body: BODY };
  await autocannon({ ...options, connections: 1, amount: SPACED });
  return arrivalsOf(server);
}

const row = (name, { count, connections, perSecond, verdict, acknowledged, peakMb, wallMs }) => [
  name,
  whole(count),
  acknowledged === undefined ? '' : whole(acknowledged),
  connections,
  whole(perSecond),
  peakMb === undefined ? '' : whole(peakMb),
  wallMs === undefined ? '' : whole(wallMs),
  verdict ?? '',
];

const server = await startArrivalServer();
try {
  console.log(`${machine()}\nserver: ${server.runsOn}, in a process of its own\n`);
  const spaced = await ours(server, `{ phase: spaced, count: ${SPACED}, every: 0, connections: 1 }`);
  const peer = await autocannonAlone(server);
  const burst = await ours(server, `{ phase: concurrent, count: ${BURST} }`);
  console.log(
    table([
      ['', 'arrived', 'acknowledged', 'connections', 'a second', 'peak MB', 'wall ms', 'verdict'],
      row('counter-probe, one after another', spaced),
      row('autocannon -c 1', peer),
      row('counter-probe, one burst', burst),
    ]),
  );
  console.log(`\nspaced / autocannon: ${(spaced.perSecond / peer.perSecond).toFixed(2)}`);
  console.log(`burst, first to last arrival: ${whole(burst.seconds * 1e6)} µs`);
} finally {
  server.close();
}
