// How closely together n writes arrive at a server in another process. See README.md.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startArrivalServer } from './arrival-server.js';
import { commands } from './commands.js';
import { machine, median, quantile, table, whole } from './figures.js';
import { gate } from './gate.js';
import { pin } from './pin.js';
import { otherSenders } from './senders.js';

const { values: flags } = parseArgs({
  options: {
    n: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '30' },
    pin: { type: 'boolean', default: false },
  },
});
const rounds = Number(flags.rounds);

/** Long enough for what came before to be over: answers read, connections idle. */
const REST_MS = 20;

async function measureRound(sender, server, n) {
  await sender.prepare();
  await pause(REST_MS);
  await server.take();
  await sender.burst();
  const { arrivals, stamps } = await server.take();
  if (arrivals.length < n) throw new Error(`${sender.name}: ${arrivals.length} arrivals of ${n}`);
  return { us: sender.spread(arrivals.map(({ ns }) => ns)) / 1000, stamps };
}

/** Every sender once a round, beginning with another one each time, so that what disturbs the machine disturbs all. */
async function measure(server, n) {
  const senders = [gate, ...otherSenders, ...commands].map((make) => make(server.url, n));
  const us = senders.map(() => []);
  let stampedBy = '';
  // The first round compiles the senders' code and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (let i = 0; i < senders.length; i++) {
      const which = (round + i) % senders.length;
      const measured = await measureRound(senders[which], server, n);
      stampedBy = measured.stamps;
      if (round > 0) us[which].push(measured.us);
    }
  }
  for (const sender of senders) await sender.close?.();
  const results = senders.map(({ name }, i) => ({ name, us: us[i] }));
  const own = results.splice(-commands.length);
  return { stampedBy, inProcess: results, ofCommands: own };
}

/** The first result is ours; all are set against it. */
function show(title, results) {
  const ours = median(results[0].us);
  const lines = results.map(({ name, us }) => {
    const middle = median(us);
    return [name, whole(middle), whole(quantile(us, 0.1)), whole(quantile(us, 0.9)), (ours / middle).toFixed(2)];
  });
  console.log(`\n${title}`);
  console.log(table([['sender', 'median', 'p10', 'p90', 'ours / this'], ...lines]));
}

const server = await startArrivalServer();
try {
  const pinned = flags.pin ? pin(process.pid, server.pid) : 'no process bound to a core';
  console.log(`${machine()}; ${pinned}\nserver: ${server.runsOn}, in a process of its own`);
  for (const n of flags.n.split(',').map(Number)) {
    const { stampedBy, inProcess, ofCommands } = await measure(server, n);
    console.log(`\nn = ${n}: first to last arrival in µs, ${rounds} rounds, stamped by the ${stampedBy}`);
    show('all in one warm process', inProcess);
    show('commands, a new process each', ofCommands);
  }
} finally {
  server.close();
}
