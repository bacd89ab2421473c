// Three jobs at a time. "Is there room?" is asked a moment before the job is entered, so a burst is let in whole; when
// all are done the gauge is back at zero, as if nothing had been. Fixed: asked and entered in one step.
import { serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, room = 3, raceMs = 10, workMs = 500 } = {}) {
  let active = 0;

  return serve(port, {
    'POST /jobs': async () => {
      if (fixed) await sleep(raceMs);
      if (active >= room) return [429, { error: 'no room' }];
      if (!fixed) await sleep(raceMs);
      active += 1;
      await sleep(workMs);
      active -= 1;
      return [200, { done: true }];
    },
    'GET /metrics': () => [200, `# TYPE jobs_active gauge\njobs_active ${active}\n`],
  });
}
