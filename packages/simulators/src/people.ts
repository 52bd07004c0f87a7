// The invented users of the demo. Their password is public, so production rejects a database that contains them.

export const demoPassword = 'brama-demo-2026';

export type Person = {
  username: string;
  fullName: string;
  fullNameEn: string;
  givenName: string;
  email: string;
  groups: string[];
  studentId?: string;
  employeeId?: string;
  /** Invented, with a valid check digit. Brama finds the user by it after a sign-in with Diia. */
  taxId: string;
  data: Record<string, string | null>;
  disabled?: boolean;
  /** One line for the table that `npm start` prints. */
  about: string;
};

export const people: Person[] = [
  {
    username: 'o.shevchenko',
    fullName: 'Шевченко Олена Іванівна',
    fullNameEn: 'Olena Shevchenko',
    givenName: 'Олена',
    email: 'o.shevchenko@campus.example',
    groups: ['students'],
    studentId: 'KV-24-0117',
    taxId: '3885010468',
    data: { faculty: 'Факультет прикладної математики', group: 'КВ-41', phone: null },
    about: 'student',
  },
  {
    username: 'm.kovalenko',
    fullName: 'Коваленко Микола Петрович',
    fullNameEn: 'Mykola Kovalenko',
    givenName: 'Микола',
    email: 'm.kovalenko@campus.example',
    groups: ['employees'],
    employeeId: 'E-10482',
    taxId: '2727323156',
    data: { department: 'Кафедра системного програмування', position: 'Доцент' },
    about: 'employee',
  },
  {
    username: 'i.melnyk',
    fullName: 'Мельник Ірина Андріївна',
    fullNameEn: 'Iryna Melnyk',
    givenName: 'Ірина',
    email: 'i.melnyk@campus.example',
    groups: ['students', 'employees'],
    studentId: 'AS-22-0003',
    employeeId: 'E-20991',
    taxId: '3654734827',
    data: { faculty: 'Аспірантура', group: 'АС-22', position: 'Асистентка кафедри' },
    about: 'student and employee',
  },
  {
    username: 'г.ґудзь',
    fullName: 'Ґудзь Ганна-Єлизавета Ярославівна',
    fullNameEn: 'Hanna-Yelyzaveta Gudz',
    givenName: 'Ганна-Єлизавета',
    email: 'h.gudz@campus.example',
    groups: [],
    taxId: '3722445280',
    data: { note: 'Обліковий запис чекає на підтвердження' },
    about: 'no applications yet',
  },
  {
    username: 'd.lysenko',
    fullName: 'Лисенко Данило Олегович',
    fullNameEn: 'Danylo Lysenko',
    givenName: 'Данило',
    email: 'd.lysenko@campus.example',
    groups: ['students'],
    taxId: '3805317572',
    data: {},
    disabled: true,
    about: 'disabled: cannot sign in',
  },
];
