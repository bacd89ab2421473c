import { createHash } from 'node:crypto';

/** Without i, l, o and u, so that an id can be read aloud and spells nothing. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id of `length` letters and digits (at most 32), the same for the same seed and label. */
export function idFrom(seed: number, label: string, length: number): string {
  return [...bytesFrom(seed, label).subarray(0, length)].map((byte) => BASE32[byte % BASE32.length]).join('');
}

/** A UUID of version 4 in shape, the same for the same seed and label. */
export function uuidFrom(seed: number, label: string): string {
  const bytes = Buffer.from(bytesFrom(seed, label).subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** At least 0 and less than 1, evenly spread, the same for the same seed and label. */
export function fractionFrom(seed: number, label: string): number {
  return bytesFrom(seed, label).readUIntBE(0, 6) / 2 ** 48;
}

/** Label by label unrelated, so that adding a value to a plan changes no other. */
function bytesFrom(seed: number, label: string): Buffer {
  return createHash('sha256').update(`${seed}\n${label}`).digest();
}
