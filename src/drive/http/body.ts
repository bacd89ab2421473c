import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Answer, MAX_BODY_BYTES } from './exchange.ts';

export type Decoded = { readonly text: string } | { readonly broken: string };

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, { maxOutputLength: MAX_BODY_BYTES }),
  'x-gzip': (body) => gunzipSync(body, { maxOutputLength: MAX_BODY_BYTES }),
  deflate: (body) => inflateSync(body, { maxOutputLength: MAX_BODY_BYTES }),
  br: (body) => brotliDecompressSync(body, { maxOutputLength: MAX_BODY_BYTES }),
  identity: (body) => body,
};

/** The body as text: decompressed within a cap, UTF-8, without a byte-order mark. */
export function decode(answer: Answer): Decoded {
  const codings = header(answer, 'content-encoding')?.split(',') ?? [];
  let body = answer.body;
  for (const coding of codings.map((c) => c.trim().toLowerCase()).reverse()) {
    if (coding === '' || body.length === 0) continue;
    const decoder = DECODERS[coding];
    if (!decoder) return { broken: `the body has the unknown content encoding ${coding}` };
    try {
      body = decoder(body);
    } catch (error) {
      return { broken: `the ${coding} body cannot be decoded: ${(error as Error).message}` };
    }
  }
  return { text: new TextDecoder().decode(body) };
}

export function header(answer: Answer, name: string): string | null {
  const wanted = name.toLowerCase();
  return answer.headers.find(([key]) => key === wanted)?.[1] ?? null;
}
