// Validates a password that a user chooses: with the user's own names, the list of common passwords, and the administrator's list
// of breached passwords.

import { searchKey } from '@brama/contract/sign-in/login-name';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import { fieldsWith } from '@brama/contract/users/fields';
import { normalizePassword, validatePassword } from './password-policy.ts';
import type { User } from './user.ts';

/** Additions to the list of common passwords of the package, which contains almost only Latin letters. */
const ukrainian = `
  пароль мійпароль привіт україна слава славаукраїні героямслава київ львів кохання любов мама матуся
  сонечко кицька студент викладач адмін вхід йцукен фівапр ячсмит йцукенгшщзхї фівапролджє волошка
  бандера динамо шевченко`;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const all = [...dictionary['passwords-common'], ...ukrainian.trim().split(/\s+/)];
  return new Set(all.map(searchKey));
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Returns the search keys of common passwords. The first call loads the list, which takes 250 ms and 20 MiB. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= loadCommonPasswords();
  return loading;
}

/** `names` of the organisation and of this service. */
type Deps = {
  minLength: number;
  names: readonly string[];
  /** Returns whether the administrator's list contains the password. */
  isBreached?: ((password: string) => Promise<boolean>) | undefined;
};

/** Returns the texts about the user that a password must not contain. */
function ownNames(user: User): string[] {
  const values = fieldsWith('inPasswords', 'value').map((name) => user[name] ?? '');
  const addresses = fieldsWith('inPasswords', 'mailbox').map((name) => user[name] ?? '');
  return [...values, ...addresses.map((address) => address.split('@')[0] ?? '')];
}

export function createPasswordChoice({ minLength, names, isBreached }: Deps) {
  return async (password: string, user: User): Promise<PasswordIssue | undefined> => {
    const common = await commonPasswords();
    const all = [...ownNames(user), ...names];
    const issue = validatePassword(password, { minLength, names: all, common });
    if (issue || !isBreached) return issue;
    // lists contain what other sites stored, which may be the form that the user typed
    for (const form of new Set([password, normalizePassword(password)]))
      if (await isBreached(form)) return 'breached';
    return undefined;
  };
}
