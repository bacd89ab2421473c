// A form is answered with 303 and the way to the list, as forms are. It counts right. Fixed: answered with 201.
import { byName, serve, sleep } from './kit.mjs';

export function start({ port = 0, fixed = false } = {}) {
  const book = byName(() => ({ entries: [] }));

  return serve(port, {
    'POST /guestbooks/:id': async ({ params, form }) => {
      const { text } = await form();
      await sleep(3);
      book(params.id).entries.push(text);
      return fixed ? [201, '<p>Thank you</p>'] : [303, '', { Location: `/guestbooks/${params.id}` }];
    },
    'GET /guestbooks/:id': ({ params }) => {
      const { entries } = book(params.id);
      return [200, `<h1>${entries.length} entries</h1><ul>${'<li>…</li>'.repeat(entries.length)}</ul>`];
    },
  });
}
