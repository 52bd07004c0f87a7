// The names of the invented users in Latin letters and their roles at the university, for the pages of the simulators.

type Names = { surname: string; given: string; about: { uk: string; en: string } };

/** Username → names. */
export const latinNames: Record<string, Names> = {
  'o.shevchenko': {
    surname: 'Shevchenko',
    given: 'Olena',
    about: { uk: 'студентка', en: 'student' },
  },
  'm.kovalenko': {
    surname: 'Kovalenko',
    given: 'Mykola',
    about: { uk: 'працівник', en: 'employee' },
  },
  'i.melnyk': {
    surname: 'Melnyk',
    given: 'Iryna',
    about: { uk: 'студентка і працівниця', en: 'student and employee' },
  },
  'г.ґудзь': {
    surname: 'Gudz',
    given: 'Hanna-Yelyzaveta',
    about: { uk: 'сервісів ще немає', en: 'no applications yet' },
  },
  'd.lysenko': {
    surname: 'Lysenko',
    given: 'Danylo',
    about: { uk: 'обліковий запис вимкнено', en: 'account disabled' },
  },
};
