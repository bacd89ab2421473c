import type { Socket } from 'node:net';

export interface RequestHead {
  readonly method: string;
  /** As it stood in the request line. */
  readonly target: string;
  /** Names in lower case; the last of a repeated header wins. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface Request extends RequestHead {
  readonly body: Buffer;
}

export interface RequestListener {
  /** Told of a request's first byte. */
  readonly onFirstByte?: (byte: number) => void;
  readonly onHead?: (head: RequestHead) => void;
  /** Head and body were received whole. */
  readonly onRequest: (request: Request) => void;
}

const HEAD_END = '\r\n\r\n';

function parseHead(text: string): RequestHead {
  const [requestLine = '', ...lines] = text.split('\r\n');
  const [method = '', target = ''] = requestLine.split(' ');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { method, target, headers: new Map(headers) };
}

interface Taken {
  readonly body: Buffer;
  readonly rest: Buffer;
}

function takeChunked(bytes: Buffer): Taken | null {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return null;
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
    if (size === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(at) };
  }
}

function takeBody(head: RequestHead, bytes: Buffer): Taken | null {
  if (head.headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return takeChunked(bytes);
  const length = Number(head.headers.get('content-length') ?? 0);
  return bytes.length < length ? null : { body: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

/** Reads HTTP/1.1 requests from a socket, as a server would that looks at every step; requests may be pipelined. */
export function readRequests(socket: Socket, listener: RequestListener): void {
  let bytes: Buffer = Buffer.alloc(0);
  let head: RequestHead | null = null;
  let begun = false;

  const takeHead = (): boolean => {
    if (head) return true;
    const first = bytes[0];
    if (first !== undefined && !begun) {
      begun = true;
      listener.onFirstByte?.(first);
      if (socket.destroyed) return false;
    }
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) return false;
    head = parseHead(bytes.toString('latin1', 0, end));
    bytes = bytes.subarray(end + HEAD_END.length);
    listener.onHead?.(head);
    return !socket.destroyed;
  };

  const takeRequest = (): boolean => {
    if (socket.destroyed || !takeHead() || !head) return false;
    const taken = takeBody(head, bytes);
    if (!taken) return false;
    const request = { ...head, body: taken.body };
    bytes = taken.rest;
    head = null;
    begun = false;
    listener.onRequest(request);
    return true;
  };

  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (takeRequest());
  });
}
