// The invented people of the simulated register: always the same for the same number of people. Their tax numbers have a
// valid check digit, and belong to no user of the demo, unless the caller adds that user.

import { holders } from '../diia/cast.ts';
import { latinNames } from '../latin-names.ts';
import { people as demoPeople } from '../people.ts';
import type { Status } from './statuses.ts';

export type Card = {
  educationId: number;
  qualificationGroupId: number;
  qualificationGroupName: string;
  faculty: string;
  specialityCode: string;
  specialityName: string;
  formName: string;
  courseName: string | null;
  groupName: string | null;
  begin: string;
  end: string;
  status: Status;
  statusBegin: string;
  /** Epoch milliseconds by the clock of the register. */
  modifiedAt: number;
};

export type Position = {
  staffId: number;
  positionName: string;
  faculty: string;
  chair: string;
  rate: number;
  recruited: string;
  /** Null for a person who works. */
  dismissed: string | null;
  modifiedAt: number;
};

export type RegisteredPerson = {
  personId: number;
  /** A UUID. */
  code: string;
  lastName: string;
  firstName: string;
  middleName: string | null;
  latinName: string | null;
  isFemale: boolean;
  /** A date. */
  birthday: string;
  taxId: string | null;
  cards: Card[];
  positions: Position[];
};

const dayMs = 86_400_000;
/** All changes of the first state are before this time. */
const firstDay = Date.UTC(2026, 7, 1);

const lastNames = [
  ['Авраменко', 'Avramenko'],
  ['Березняк', 'Berezniak'],
  ['Гаврилюк', 'Havryliuk'],
  ['Ґалаґан', 'Galagan'],
  ['Дем’яненко', 'Demianenko'],
  ['Згурська-Євтушенко', 'Zghurska-Yevtushenko'],
  ['Їжакевич', 'Yizhakevych'],
  ['Климчук', 'Klymchuk'],
  ['Малиношевська', 'Malynoshevska'],
  ['Онищенко', 'Onyshchenko'],
  ['Пилипець', 'Pylypets'],
  ['Розгін', 'Rozghin'],
  ['Стецюра', 'Stetsiura'],
  ['Тимошик', 'Tymoshyk'],
  ['Франчук', 'Franchuk'],
  ['Щербатюк', 'Shcherbatiuk'],
  ['Юхименко', 'Yukhymenko'],
] as const;

/** In Ukrainian and in Latin letters. */
type Pair = readonly [uk: string, latin: string];

const femaleNames: readonly Pair[] = [
  ['Богдана', 'Bohdana'],
  ['Зоряна', 'Zoriana'],
  ['Єлизавета', 'Yelyzaveta'],
  ['Мар’яна', 'Mariana'],
  ['Софія', 'Sofiia'],
  ['Юлія', 'Yuliia'],
  ['Ярослава', 'Yaroslava'],
];

const maleNames: readonly Pair[] = [
  ['Андрій', 'Andrii'],
  ['Василь', 'Vasyl'],
  ['Євген', 'Yevhen'],
  ['Ілля', 'Illia'],
  ['Лук’ян', 'Lukian'],
  ['Остап', 'Ostap'],
  ['Юрій', 'Yurii'],
];

/** Of a woman and of a man. */
const middleNames = [
  ['Андріївна', 'Андрійович'],
  ['Василівна', 'Васильович'],
  ['Григорівна', 'Григорович'],
  ['Петрівна', 'Петрович'],
  ['Юріївна', 'Юрійович'],
] as const;

const faculties = [
  ['Факультет прикладної математики', 'КВ', '121', 'Інженерія програмного забезпечення'],
  ['Факультет біотехнології', 'БТ', '162', 'Біотехнології та біоінженерія'],
  ['Факультет лінгвістики', 'ЛА', '035', 'Філологія'],
  ['Механіко-машинобудівний інститут', 'МТ', '131', 'Прикладна механіка'],
  ['Приладобудівний факультет', 'ПБ', '152', 'Метрологія'],
] as const;

const positionNames = ['Асистент', 'Доцент', 'Професор', 'Провідний інженер', 'Лаборант'] as const;

/** Twenty cards: every state is among twenty students. */
const statusDeck: readonly Status[] = [
  'studying',
  'expelled',
  'academic-leave',
  'studying',
  'completed',
  'studying',
  'reinstated',
  'studying',
  'suspended',
  'expelled-as-completed',
  'studying',
  'studying',
  'studying',
  'academic-leave',
  'studying',
  'completed',
  'studying',
  'studying',
  'studying',
  'studying',
];

function pick<T>(list: readonly T[], seed: number): T {
  const found = list[Math.abs(seed) % list.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
}

/** Returns a whole number that looks random and depends on the seed alone (the finalizer of MurmurHash3). */
function mixed(seed: number): number {
  let value = seed + 0x9e3779b9;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10);

const weights = [-1, 5, 7, 9, 4, 6, 10, 5, 7];

/** Appends the check digit to nine digits. */
function withCheckDigit(nine: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(nine[at]), 0);
  return `${nine}${(((sum % 11) + 11) % 11) % 10}`;
}

/** The first five digits of a tax number count the days since 1899-12-31. */
const daysOf = (birthday: string) =>
  Math.round((Date.parse(birthday) - Date.UTC(1899, 11, 31)) / dayMs);

const taxIdOf = (birthday: string, serial: number) =>
  withCheckDigit(`${`${daysOf(birthday)}`.padStart(5, '0')}${`${serial}`.padStart(4, '0')}`);

/** Numbers of people whom Brama or the simulator of Diia knows. */
const knownTaxIds = [
  ...demoPeople.map(({ taxId }) => taxId),
  ...holders.flatMap(({ serialNumber }) => /^TINUA-(\d{10})$/.exec(serialNumber)?.[1] ?? []),
];

function birthdayOf(index: number, isStudent: boolean): string {
  // the numbers of people born before 1927-05-18 begin with a zero
  if (index % 500 === 3) return isoDate(Date.UTC(1926, index % 12, 1 + (index % 28)));
  const [year, years] = isStudent ? [1996, 12] : [1955, 40];
  return isoDate(Date.UTC(year, 0, 1) + (mixed(index * 7 + 1) % (years * 365)) * dayMs);
}

type Study = { qualification: readonly [id: number, name: string]; begin: string; end: string };

const bachelor = (year: number): Study => ({
  qualification: [1, 'Бакалавр'],
  begin: `${year}-09-01`,
  end: `${year + 4}-06-30`,
});
const master = (year: number): Study => ({
  qualification: [2, 'Магістр'],
  begin: `${year}-09-01`,
  end: `${year + 2}-01-31`,
});

type CardFacts = { index: number; nth: number; study: Study; status: Status; modifiedAt: number };

function cardOf({ index, nth, study, status, modifiedAt }: CardFacts): Card {
  const [faculty, letters, specialityCode, specialityName] = pick(faculties, mixed(index));
  const [id, name] = study.qualification;
  const startYear = Number(study.begin.slice(0, 4));
  const course = Math.min(2027 - startYear, 4);
  const hasLeft = status === 'completed' || status.startsWith('expelled');
  return {
    educationId: 5_000_000 + index * 10 + nth,
    qualificationGroupId: id,
    qualificationGroupName: name,
    faculty,
    specialityCode,
    specialityName,
    formName: index % 6 === 5 ? 'Заочна' : 'Денна',
    courseName: hasLeft ? null : `${course} курс`,
    groupName: hasLeft ? null : `${letters}-${startYear % 100}${1 + (mixed(index + 5) % 4)}`,
    begin: study.begin,
    end: study.end,
    status,
    statusBegin: status === 'completed' ? study.end : isoDate(modifiedAt - dayMs),
    modifiedAt,
  };
}

/** Every fifth student has completed another card before. */
function cardsOf(index: number, modifiedAt: number): Card[] {
  const status = pick(statusDeck, index);
  if (index % 5 !== 0) {
    const study = status === 'completed' ? bachelor(2022) : bachelor(2023 + (mixed(index) % 3));
    return [cardOf({ index, nth: 0, study, status, modifiedAt })];
  }
  return [
    cardOf({
      index,
      nth: 0,
      study: bachelor(2021),
      status: 'completed',
      modifiedAt: Date.UTC(2025, 6, 1) + index * 1000,
    }),
    cardOf({ index, nth: 1, study: master(2025), status, modifiedAt }),
  ];
}

/** Of ten employees one has left, and of four one has two positions. */
function positionsOf(index: number, modifiedAt: number): Position[] {
  const [faculty, letters] = pick(faculties, mixed(index + 2));
  const position = (nth: number): Position => ({
    staffId: 900_000 + index * 10 + nth,
    positionName: pick(positionNames, mixed(index + nth)),
    faculty,
    chair: `Кафедра ${letters}-${1 + nth}`,
    rate: nth === 0 ? 1 : 0.5,
    recruited: `${2005 + (index % 20)}-09-01`,
    dismissed: index % 100 === 87 ? '2026-06-30' : null,
    modifiedAt,
  });
  return index % 40 === 7 ? [position(0), position(1)] : [position(0)];
}

type Names = Pick<
  RegisteredPerson,
  'lastName' | 'firstName' | 'middleName' | 'latinName' | 'isFemale'
>;

function namesOf(index: number): Names {
  const isFemale = index % 2 === 0;
  const [lastName, lastLatin] = pick(lastNames, mixed(index + 11));
  const [firstName, firstLatin] = pick(isFemale ? femaleNames : maleNames, mixed(index + 23));
  const [femaleMiddle, maleMiddle] = pick(middleNames, mixed(index + 31));
  return {
    lastName,
    firstName,
    middleName: index % 50 === 9 ? null : isFemale ? femaleMiddle : maleMiddle,
    latinName: index % 8 === 1 ? null : `${lastLatin} ${firstLatin}`,
    isFemale,
  };
}

const codeOf = (personId: number) => `00000000-0000-4000-8000-${`${personId}`.padStart(12, '0')}`;

/** Of ten people one only works; of fifteen students one works too. */
function personOf(index: number, used: Set<string>): RegisteredPerson {
  const isStudent = index % 10 !== 7;
  const works = !isStudent || index % 15 === 0;
  const birthday = birthdayOf(index, isStudent);
  const modifiedAt = firstDay - (mixed(index + 3) % 300) * dayMs + (index % 86_400) * 1000;
  let serial = mixed(index + 17) % 10_000;
  while (used.has(taxIdOf(birthday, serial))) serial = (serial + 1) % 10_000;
  const taxId = taxIdOf(birthday, serial);
  used.add(taxId);
  const personId = 1_000_001 + index;
  return {
    personId,
    code: codeOf(personId),
    ...namesOf(index),
    birthday,
    // a few people refuse a number by their belief, or have none yet
    taxId: index % 30 === 29 ? null : taxId,
    cards: isStudent ? cardsOf(index, modifiedAt) : [],
    positions: works ? positionsOf(index, modifiedAt) : [],
  };
}

/** Returns people with invented names and tax numbers: the same for the same count. */
export function inventPeople(count: number): RegisteredPerson[] {
  const used = new Set(knownTaxIds);
  return Array.from({ length: count }, (_, index) => personOf(index, used));
}

/**
 * Returns people whom the simulator of Diia can sign in. Users of the demo are students and employees, as in the demo. The person
 * without an account is a new student.
 */
export function castOfDiia(): RegisteredPerson[] {
  const inDemo = demoPeople.map(({ username, fullName, taxId, groups }) => {
    const names = latinNames[username];
    const latinName = names ? `${names.surname} ${names.given}` : null;
    return { fullName, latinName, taxId, groups };
  });
  const isDemo = (taxId: string) => inDemo.some((one) => one.taxId === taxId);
  const strangers = holders.flatMap(({ name, serialNumber, latinName }) => {
    const taxId = /^TINUA-(\d{10})$/.exec(serialNumber)?.[1];
    if (taxId === undefined || isDemo(taxId)) return [];
    return [{ fullName: name.uk, latinName: latinName.trim(), taxId, groups: ['students'] }];
  });
  return [...inDemo, ...strangers].map(({ fullName, latinName, taxId, groups }, nth) => {
    const index = 90_000 + nth * 1000;
    const [lastName = '', firstName = '', middleName = null] = fullName.split(' ');
    const born = Date.UTC(1899, 11, 31) + Number(taxId.slice(0, 5)) * dayMs;
    return {
      personId: 900_001 + nth,
      code: codeOf(900_001 + nth),
      lastName,
      firstName,
      middleName,
      latinName,
      isFemale: Number(taxId[8]) % 2 === 0,
      birthday: isoDate(born),
      taxId,
      cards: groups.includes('students')
        ? [
            cardOf({
              index,
              nth: 0,
              study: bachelor(2024),
              status: 'studying',
              modifiedAt: firstDay,
            }),
          ]
        : [],
      positions: groups.includes('employees') ? positionsOf(index, firstDay) : [],
    };
  });
}
