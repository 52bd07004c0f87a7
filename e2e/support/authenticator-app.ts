// An authenticator app, recovery codes and access codes of a user, stored directly in the database of the product that all tests use.

import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemLog, writeToDatabase } from './brama.ts';
import { newTotpSecret, totpCode, wrongTotpCode } from './totp.ts';

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
  const secret = newTotpSecret();
  const encrypted = encrypt(secret, `TOTP secret of user ${userId}`);
  writeToDatabase('delete from totp_factors where user_id = ?', userId);
  writeToDatabase(
    'insert into totp_factors (user_id, encrypted_secret, last_step, created_at) values (?, ?, 0, ?)',
    userId,
    encrypted,
    Date.now(),
  );
  return {
    code: () => totpCode(secret),
    wrongCode: () => wrongTotpCode(secret),
  };
}

/** Returns ten signs of the alphabet of codes that a person types. */
const newCode = () =>
  randomBytes(5).toString('hex').toUpperCase().replaceAll('0', 'Z').replaceAll('1', 'Y');

/** Hashes a code as the server does, for this user and purpose. */
function hashOf(code: string, userId: string, purpose: string): string {
  const key = Buffer.from(hkdfSync('sha256', dataKey(), '', `brama ${purpose}`, 32));
  return createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url');
}

const shown = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Gives the user one recovery code, and returns it. */
export function addRecoveryCode(userId: string): string {
  const code = newCode();
  writeToDatabase(
    'insert into recovery_codes (code_hash, user_id, created_at) values (?, ?, ?)',
    hashOf(code, userId, 'recovery codes of users'),
    userId,
    Date.now(),
  );
  return shown(code);
}

/** Gives the user a temporary access code, as support does. Returns it. */
export function addAccessCode(userId: string): string {
  const code = newCode();
  const columns = 'user_id, code_hash, issued_by, reason, created_at, expires_at';
  writeToDatabase(
    `insert into access_codes (${columns}) values (?, ?, 'e2e', 'lost phone', ?, ?)`,
    userId,
    hashOf(code, userId, 'temporary access codes'),
    Date.now(),
    Date.now() + 3_600_000,
  );
  return shown(code);
}
