// What the headers of a file mean: in Ukrainian, Russian (lists of 1C), English, Moodle and Google Workspace. Pure.

import { headerKey } from '@brama/contract/admin/imports/columns';

/** What a column can mean → how its header is written. Case, punctuation and word forms do not matter. The first name that a file has counts. */
const names = {
  externalId: [
    'externalid',
    'personid',
    'person id',
    'idnumber',
    'id number',
    'id особи',
    'код особи',
    'id картки здобувача',
    'id картки',
    'код фізичної особи',
    'код физического лица',
    'табельний номер',
    'табельный номер',
    'таб номер',
    'employee id',
    'employee number',
    'id',
    'ідентифікатор',
    'идентификатор',
  ],
  family: ['прізвище', 'фамилия', 'surname', 'last name', 'lastname', 'family name'],
  given: ["ім'я", 'имя', 'first name', 'firstname', 'given name'],
  patronymic: ['по батькові', 'отчество', 'patronymic', 'middle name', 'middlename'],
  fullName: [
    'піб',
    'пібп',
    "прізвище, ім'я, по батькові",
    "прізвище ім'я по батькові",
    "прізвище, ім'я та по батькові",
    "прізвище та ім'я",
    'працівник',
    'співробітник',
    'фізична особа',
    "прізвище, ім'я",
    'піб студента',
    'піб здобувача',
    'піб працівника',
    'здобувач',
    'здобувач освіти',
    'студент',
    'фио',
    'фамилия имя отчество',
    'сотрудник',
    'физическое лицо',
    'full name',
    'fullname',
    'display name',
    'name',
  ],
  fullNameEn: [
    'піб англійською',
    'піб латиницею',
    "прізвище та ім'я англійською",
    "прізвище, ім'я англійською",
    "ім'я латиницею",
    'фио латиницей',
    'full name in english',
    'name in english',
    'full name en',
    'fullnameen',
    'latin name',
  ],
  email: [
    'email address',
    'e-mail',
    'email',
    'mail',
    'електронна пошта',
    'корпоративна пошта',
    'ел пошта',
    'електронна адреса',
    'адреса електронної пошти',
    'пошта',
    'электронная почта',
    'эл почта',
    'почта',
  ],
  username: ['username', 'user name', 'login', 'логін', 'логин', "ім'я користувача"],
  studentId: [
    'student id',
    'studentid',
    'student number',
    'student no',
    'залікова книжка',
    'заліковка',
    'студентський квиток',
    'студентський',
    'зачетная книжка',
    'зачетка',
    'студенческий билет',
  ],
  employeeId: [
    'employee id',
    'employeeid',
    'employee number',
    'employee no',
    'табельний номер',
    'таб номер',
    'табельный номер',
  ],
  taxId: [
    'рнокпп',
    'реєстраційний номер облікової картки платника податків',
    'ідентифікаційний номер платника податків',
    'іпн',
    'ипн',
    'інн',
    'инн',
    'ідентифікаційний код',
    'ідентифікаційний номер',
    'податковий номер',
    'код за дрфо',
    'код по дрфо',
    'код дрфо',
    'taxid',
    'tax id',
    'tax number',
  ],
  groups: ['groups', 'групи доступу'],
  validUntil: [
    'дата звільнення',
    'дата увольнения',
    'дата закінчення навчання',
    'дійсний до',
    'действителен до',
    'valid until',
    'validuntil',
    'end date',
  ],
} as const;

export type Meaning = keyof typeof names;

/** The Latin name is another field: what says so stays. */
const withoutBrackets = (key: string) =>
  key
    .replaceAll(/\[[^\][]*\]/g, ' ')
    .replaceAll(/\(([^()]*)\)/g, (_, inside: string) =>
      /англ|латин|english|latin/.test(inside) ? inside : ' ',
    );

/** “№” is “no” in NFKC. */
const numberWords = /^(?:no|номера?|серія|серия|та|і|й|и)$/;
const endings = /(?:ого|ому|ої|ой|ими|их|ів|[аеєиіїоуюяйьыёэ]{1,3})$/u;

/** Returns the word of a header without its ending: “квитка” and “квиток” are equal. Only of Ukrainian and Russian words. */
const stemOf = (word: string) =>
  word.length < 5 || !/^\p{Script=Cyrillic}+$/u.test(word)
    ? word
    : word.replace(endings, '').replace(/ок$/u, 'к');

/** Returns the words of a header, without what a system adds in brackets, punctuation, and words for “number”. */
function wordsOf(header: string): string[] {
  const words = withoutBrackets(headerKey(header))
    .replaceAll(/[^\p{L}\p{M}\p{Nd}']+/gu, ' ')
    .trim()
    .replace(/^(?:п і б|ф и о)(?= |$)/, (found) => found.replaceAll(' ', ''))
    .split(' ');
  const isCyrillic = words.some((word) => /\p{Script=Cyrillic}/u.test(word));
  const named = isCyrillic ? words.filter((word) => !numberWords.test(word)) : words;
  return (named.length > 0 ? named : words).map(stemOf);
}

/** Returns the same for two headers that differ in case, punctuation or word forms. */
export const plainKey = (header: string) => wordsOf(header).join(' ');

const meanings = new Map<string, { meaning: Meaning; rank: number }[]>();
for (const [meaning, headers] of Object.entries(names))
  for (const [rank, header] of headers.entries()) {
    const key = plainKey(header);
    meanings.set(key, [...(meanings.get(key) ?? []), { meaning: meaning as Meaning, rank }]);
  }

/** Returns what the header can mean. Of “РНОКПП/ІПН”, each part is a name of the same. */
export function meaningsOf(header: string): { meaning: Meaning; rank: number }[] {
  const whole = meanings.get(plainKey(header));
  if (whole) return whole;
  const [first = [], ...others] = header
    .split(/[/|]| або | or /u)
    .map((part) => meanings.get(plainKey(part)) ?? []);
  return first.filter(({ meaning }) =>
    others.every((one) => one.some((other) => other.meaning === meaning)),
  );
}

/** Returns whether the header names a tax number, and nothing else. */
export const meansTaxNumber = (header: string): boolean => {
  const found = meaningsOf(header);
  return found.length > 0 && found.every(({ meaning }) => meaning === 'taxId');
};
