// The users whom the simulated phone can sign in: those of the demo, and two who have no account in Brama. Names have
// the form of Diia's certificates: Latin letters, no patronymic, a space at the end.

import { latinNames } from '../latin-names.ts';
import { people } from '../people.ts';

export type Holder = {
  id: string;
  name: { uk: string; en: string };
  about: { uk: string; en: string };
  /** The name as in the certificate. */
  latinName: string;
  surname: string;
  /** The subject's serialNumber: a tax number or the number of another document. */
  serialNumber: string;
};

const cast: Holder[] = people.flatMap(({ username, fullName, taxId }) => {
  const names = latinNames[username];
  if (!names) return [];
  const { surname, given, about } = names;
  return [
    {
      id: username,
      name: { uk: fullName, en: `${given} ${surname}` },
      about,
      latinName: `${surname} ${given} `,
      surname,
      serialNumber: `TINUA-${taxId}`,
    },
  ];
});

export const holders: readonly Holder[] = [
  ...cast,
  {
    id: 'unknown',
    name: { uk: 'Бондар Остап Васильович', en: 'Ostap Bondar' },
    about: {
      uk: 'університет не знає цього номера',
      en: 'the university doesn’t know this number',
    },
    latinName: 'Bondar Ostap ',
    surname: 'Bondar',
    serialNumber: 'TINUA-3634766310',
  },
  {
    id: 'no-number',
    name: { uk: 'Савчук Уляна Тарасівна', en: 'Uliana Savchuk' },
    about: { uk: 'податкового номера немає', en: 'has no tax number' },
    latinName: 'Savchuk Uliana ',
    surname: 'Savchuk',
    serialNumber: 'PNOUA-000417223',
  },
];
