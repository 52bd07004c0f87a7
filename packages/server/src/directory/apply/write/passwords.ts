// Compares plain passwords of a manifest with the stored hashes and hashes the changed ones. Runs before the
// transaction, because each hash takes about a dozen milliseconds.

import type { PlannedUser } from '../plan/plan-user.ts';

export type Passwords = {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
  /** How many run at once. */
  concurrency: number;
};

async function hashIfChanged(
  { row, changed, given }: PlannedUser,
  plain: string,
  passwords: Passwords,
) {
  // an unreadable stored hash matches no password
  for (const known of [row.password_hash, given])
    if (known !== null && (await passwords.verify(known, plain).catch(() => false))) return;
  row.password_hash = await passwords.hash(plain);
  row.sets_password = 1;
  changed.push('password');
}

/** Sets the hash of every planned user with a changed plain password. Calls `onProgress` for each user. */
export async function hashPlainPasswords(
  planned: readonly PlannedUser[],
  passwords: Passwords,
  onProgress: (users: number) => void,
) {
  const waiting = planned.values();
  async function work() {
    for (const one of waiting) {
      const { password } = one.spec;
      if (typeof password !== 'object' || !('plain' in password)) continue;
      await hashIfChanged(one, password.plain, passwords);
      onProgress(1);
    }
  }
  await Promise.all(Array.from({ length: passwords.concurrency }, work));
}
