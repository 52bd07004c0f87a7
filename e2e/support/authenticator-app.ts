// An authenticator app and recovery codes of a user, stored directly in the database of the product that all tests use. Computes
// codes by itself (RFC 6238), so that it checks those of the server.

import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemLog, writeToDatabase } from './brama.ts';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}

/** Returns the six digits of a time step (RFC 4226 §5.3). */
function codeOf(secret: Buffer, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / stepMs)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** The keys of the product, which it has stored in its data folder. */
const dataKey = () =>
  Buffer.from(readFileSync(join(dirname(systemLog()), 'data.key'), 'utf8').trim(), 'hex');

/** Encrypts as the server does, because the statement cannot: bound to the user. */
function encrypt(text: string, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', dataKey(), iv);
  cipher.setAAD(Buffer.from(context));
  const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([bytes, cipher.getAuthTag()]).toString('base64url')}`;
}

export type AuthenticatorApp = {
  /** Returns the code that the app shows. Each works once. */
  code(): string;
  /** Returns a code that the server refuses. */
  wrongCode(): string;
};

/** Sets up an app for the user with this id. */
export function addApp(userId: string): AuthenticatorApp {
  const secret = randomBytes(20);
  const encrypted = encrypt(base32(secret), `TOTP secret of user ${userId}`);
  writeToDatabase('delete from totp_factors where user_id = ?', userId);
  writeToDatabase(
    'insert into totp_factors (user_id, encrypted_secret, last_step, created_at) values (?, ?, 0, ?)',
    userId,
    encrypted,
    Date.now(),
  );
  return {
    code: () => codeOf(secret, Date.now()),
    wrongCode() {
      const at = Date.now();
      const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, at + steps * stepMs));
      return ['111111', '222222', '333333', '444444', '555555', '666666'].find(
        (code) => !right.includes(code),
      ) as string;
    },
  };
}

/** Gives the user one recovery code, and returns it. */
export function addRecoveryCode(userId: string): string {
  const code = randomBytes(5).toString('hex').replaceAll('0', 'z').replaceAll('1', 'y');
  const key = Buffer.from(hkdfSync('sha256', dataKey(), '', 'brama recovery codes of users', 32));
  const hash = createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url');
  writeToDatabase(
    'insert into recovery_codes (code_hash, user_id, created_at) values (?, ?, ?)',
    hash,
    userId,
    Date.now(),
  );
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
