import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { postgresAtomic } from '../../../src/reference/postgres/postgres-atomic.ts';
import { redisIncr } from '../../../src/reference/redis/redis-incr.ts';
import { availability } from '../../../src/reference/registry.ts';
import { cli } from '../../support/cli.ts';

let close = (): void => {};
afterEach(() => close());

/** A server that answers as it is told, and never closes a connection. */
async function listening(onData: (socket: Socket, nth: number) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const nth = open.add(socket).size;
    socket.on('error', () => {}).on('data', () => onData(socket, nth));
  }).listen(0, '127.0.0.1');
  close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A message of PostgreSQL (its documentation, "Message Formats"): its kind, its length and its fields. */
function message(kind: string, fields: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

const REFUSED = message('E', Buffer.from('SFATAL\0C28P01\0Mnot you\0\0'));
const TAKEN = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const DONE = Buffer.concat([message('C', Buffer.from('SELECT 0\0')), message('Z', Buffer.from('I'))]);

interface Odd {
  readonly what: string;
  readonly onData: (socket: Socket, nth: number) => void;
  readonly says: RegExp;
}

const ODD_POSTGRES: readonly Odd[] = [
  { what: 'takes nobody', onData: (socket) => socket.write(REFUSED), says: /given cannot be used: not you/ },
  {
    what: 'takes one and nobody else',
    onData: (() => {
      let asked = 0;
      return (socket, nth) => {
        if (nth > 1) return socket.write(REFUSED);
        asked += 1;
        return socket.write(asked === 1 ? TAKEN : DONE);
      };
    })(),
    says: /PostgreSQL cannot be used: not you/,
  },
  { what: 'takes all and answers nothing', onData: (socket) => socket.write(TAKEN.subarray(0, 9)), says: /timeout/ },
];

const ODD_REDIS: readonly Odd[] = [
  {
    what: 'refuses each command',
    onData: (socket) => socket.write('-ERR not you\r\n'),
    says: /Redis.* cannot be used/,
  },
  { what: 'answers nothing', onData: () => {}, says: /Redis.* cannot be used: nothing came/ },
];

const KINDS = [
  { design: postgresAtomic, scheme: 'postgres', odd: ODD_POSTGRES },
  { design: redisIncr, scheme: 'redis', odd: ODD_REDIS },
];

for (const { design, scheme, odd } of KINDS) {
  const { available } = await availability(design, { redisUrl: 'given', postgresUrl: 'given' });
  describe.skipIf(!available && !process.env.CI)(
    `a ${scheme} that was given and does not close what is refused`,
    () => {
      it.each(odd)('ends serve all the same, which says why: it $what', async ({ onData, says }) => {
        const url = `${scheme}://u@127.0.0.1:${await listening(onData)}/0`;
        const ended = await cli(['serve', design.id, '--port', '0', `--${scheme}`, url]);
        expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) });
      });
    },
  );
}
