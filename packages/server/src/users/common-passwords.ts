// The most common passwords. Loaded when the first password is chosen, because the list takes 250 ms and 20 MiB.

import { searchKey } from '@brama/contract/sign-in/login-name';

/** Additions to the list of the package, which contains almost only Latin letters. */
const ukrainian = `
  пароль мійпароль привіт україна слава славаукраїні героямслава київ львів кохання любов мама матуся
  сонечко кицька студент викладач адмін вхід йцукен фівапр ячсмит йцукенгшщзхї фівапролджє волошка
  бандера динамо шевченко`;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const all = [...dictionary['passwords-common'], ...ukrainian.trim().split(/\s+/)];
  return new Set(all.map(searchKey));
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Returns the search keys of the passwords. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= load();
  return loading;
}
