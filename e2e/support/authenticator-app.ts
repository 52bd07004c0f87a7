// An authenticator app and recovery codes of a user, stored directly in the database of the product that all tests use.

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

/** Gives the user one recovery code, and returns it. */
export function addRecoveryCode(userId: string): string {
  const code = randomBytes(5)
    .toString('hex')
    .toUpperCase()
    .replaceAll('0', 'Z')
    .replaceAll('1', 'Y');
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
