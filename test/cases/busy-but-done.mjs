// One write at a time: whoever comes meanwhile is told "busy", by a header, in an answer whose status is 200 as that of
// the others. It is done all the same. The first of a name is 201. Fixed: busy means not done.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false, workMs = 40 } = {}) {
  const poll = byName(() => ({ votes: 0, working: false }));

  return serve(port, {
    'POST /polls/:id/votes': async ({ params }) => {
      const held = poll(params.id);
      if (held.working) {
        if (!fixed) held.votes += 1;
        return [200, { status: 'queued' }, { 'X-Busy': 'yes' }];
      }
      held.working = true;
      await sleep(workMs);
      held.votes += 1;
      const first = !held.made;
      held.made = true;
      held.working = false;
      return first ? [201, { status: 'created' }] : [200, { status: 'ok' }];
    },
    'GET /polls/:id': ({ params }) => [200, { votes: poll(params.id).votes }],
  });
}
