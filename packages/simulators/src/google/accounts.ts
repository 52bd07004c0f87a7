// The Google accounts on the simulator's account page: those of the demo users, and two without a user in Brama.

import { createHash } from 'node:crypto';
import { latinNames } from '../latin-names.ts';
import { people } from '../people.ts';

export type Account = {
  id: string;
  /** The permanent id of the account. Unlike the email address, Google never gives it to another account. */
  subject: string;
  email: string;
  /** Domain of the organisation (`hd`). Undefined for a private account. */
  hostedDomain: string | undefined;
  name: { uk: string; en: string };
  about: { uk: string; en: string };
};

export const hostedDomain = 'campus.example';

/** Returns 21 digits as in Google's ids, the same at every start. */
function subjectOf(id: string): string {
  const hash = createHash('sha256').update(id).digest();
  return `1${(hash.readBigUInt64BE() % 10n ** 20n).toString().padStart(20, '0')}`;
}

const cast: Account[] = people.flatMap(({ username, fullName, email }) => {
  const names = latinNames[username];
  if (!names) return [];
  return [
    {
      id: username,
      subject: subjectOf(username),
      email,
      hostedDomain,
      name: { uk: fullName, en: `${names.given} ${names.surname}` },
      about: names.about,
    },
  ];
});

export const accounts: readonly Account[] = [
  ...cast,
  {
    id: 'unknown',
    subject: subjectOf('unknown'),
    email: `o.bondar@${hostedDomain}`,
    hostedDomain,
    name: { uk: 'Бондар Остап Васильович', en: 'Ostap Bondar' },
    about: {
      uk: 'Брама не знає цієї адреси',
      en: 'Brama doesn’t know this address',
    },
  },
  {
    id: 'private',
    subject: subjectOf('private'),
    email: 'olena.shevchenko@mail.example',
    hostedDomain: undefined,
    name: { uk: 'Шевченко Олена', en: 'Olena Shevchenko' },
    about: {
      uk: 'особистий обліковий запис, не університетський',
      en: 'a private account, not the university’s',
    },
  },
];
