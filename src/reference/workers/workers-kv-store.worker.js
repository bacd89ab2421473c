// The one KV store of workers-kv-two-locations, over HTTP: GET and PUT of a key.
export default {
  async fetch(request, { KV }) {
    const key = decodeURIComponent(new URL(request.url).pathname.slice(1));
    if (request.method === 'PUT') {
      await KV.put(key, await request.text());
      return new Response(null, { status: 204 });
    }
    const value = await KV.get(key);
    return new Response(value, { status: value === null ? 404 : 200 });
  },
};
