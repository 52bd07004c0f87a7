// Plain passwords of a manifest: compared with the stored hash, hashed anew where they differ. Before any
// transaction, since each takes a dozen milliseconds.

import type { PlannedUser } from '../plan/plan-user.ts';

/** What `apply` needs of whoever verifies passwords. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
  /** How many may be under way at once. */
  atOnce: number;
};

async function settle({ row, changed, given }: PlannedUser, plain: string, passwords: Passwords) {
  // a stored hash that cannot be read matches no password
  for (const known of [row.password_hash, given])
    if (known !== null && (await passwords.verify(known, plain).catch(() => false))) return;
  row.password_hash = await passwords.hash(plain);
  row.sets_password = 1;
  changed.push('password');
}

/** Gives every planned user with a plain password its hash. `onProgress` hears of each. */
export async function settlePasswords(
  planned: readonly PlannedUser[],
  passwords: Passwords,
  onProgress: (users: number) => void,
) {
  const waiting = planned.values();
  async function work() {
    for (const one of waiting) {
      const { password } = one.wanted;
      if (typeof password !== 'object' || !('plain' in password)) continue;
      await settle(one, password.plain, passwords);
      onProgress(1);
    }
  }
  await Promise.all(Array.from({ length: passwords.atOnce }, work));
}
