// The passwords guessers try first. Loaded when somebody chooses one: the list takes a quarter of a second and 20 MiB.

import { searchKey } from './user.ts';

/** What the list of the package lacks: it knows hardly anything but Latin letters. */
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

/** In the form of `searchKey`. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= load();
  return loading;
}
