// The codes of an authenticator app (RFC 6238), computed apart from the server, so that tests check those of the server.

import { createHmac, randomBytes } from 'node:crypto';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns 160 random bits in Base32. */
export function newTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => alphabet[byte % 32]).join('');
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the six digits of this moment. `secret`: Base32, with or without spaces. */
export function totpCode(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / stepMs)));
  const key = bytesOf(secret.replaceAll(' ', ''));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Returns a code of no step near this moment. */
export function wrongTotpCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, Date.now() + steps * stepMs));
  const codes = Array.from({ length: 6 }, (_, at) => String(at + 1).repeat(6));
  return codes.find((code) => !near.includes(code)) ?? '';
}
