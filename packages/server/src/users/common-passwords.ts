// The most common passwords. Loaded when the first password is chosen, because the list takes 250 ms and 20 MiB.

import { searchKey } from '@brama/contract/sign-in/login-name';

/** Additions to the list of the package, which contains almost only Latin letters. */
const ukrainian = [
  ...[
    'пароль',
    'мійпароль',
    'привіт',
    'україна',
    'слава',
    'славаукраїні',
    'героямслава',
    'київ',
    'львів',
  ],
  ...[
    'кохання',
    'любов',
    'мама',
    'матуся',
    'сонечко',
    'кицька',
    'студент',
    'викладач',
    'адмін',
    'вхід',
  ],
  ...[
    'йцукен',
    'фівапр',
    'ячсмит',
    'йцукенгшщзхї',
    'фівапролджє',
    'волошка',
    'бандера',
    'динамо',
    'шевченко',
  ],
];

let loading: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...ukrainian].map(searchKey));
}

/** Returns the search keys of the passwords. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= load();
  return loading;
}
