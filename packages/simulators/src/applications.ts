// The invented applications of the demo. The sample application serves all except the plain link.

export type DemoApplication = {
  id: string;
  name: string;
  title: { uk: string; en: string };
  description: { uk: string; en: string };
  category: { uk: string; en: string };
  /** The name of an icon, or a data URL. */
  icon: string;
  groups: string[];
  /** A third-party application: users must consent before it receives data. */
  ofOthers?: boolean;
  /** Every sign-in to it must reach this level. */
  minimumLevel?: string;
  /** Additional user data that the manifest entry releases to the application. */
  releases?: string[];
  /**
   * `ticket`: exchanges a ticket for the user's data. `oidc`: OpenID Connect. `cas`: the CAS protocol. `device`: the OAuth
   * device flow, for a device without a browser. `link`: a page without sign-in.
   */
  protocol: 'ticket' | 'oidc' | 'cas' | 'device' | 'link';
};

const everybody = ['students', 'employees'];

const studies = { uk: 'Навчання', en: 'Studies' };
const documents = { uk: 'Документи й файли', en: 'Documents and files' };
const campusLife = { uk: 'Життя кампусу', en: 'Campus life' };

/** Integrators test the button with this application. Its id is in the README. */
export const demoSandbox = {
  id: 'b8a4d0c2-7e15-4f96-a3d8-1c6e9f02b7a5',
  name: 'sandbox',
  title: { uk: 'Пісочниця', en: 'Sandbox' },
  description: {
    uk: 'Показує, що отримує сервіс після входу',
    en: 'Shows what an app receives after a sign-in',
  },
  access: 'everyone',
  sandbox: true,
};

export const demoApplications: DemoApplication[] = [
  {
    id: '3d1488ae-128e-4655-8ca2-1ef554379335',
    name: 'campus',
    title: { uk: 'Електронний кампус', en: 'Electronic campus' },
    description: {
      uk: 'Оцінки, розклад і матеріали до пар',
      en: 'Grades, timetable and course materials',
    },
    category: studies,
    icon: 'graduation',
    groups: everybody,
    protocol: 'ticket',
  },
  {
    id: '9b0e4d0c-6c8b-4f0e-9a55-4b8f6f1f2a10',
    name: 'my-kpi',
    title: { uk: 'Мій кабінет', en: 'My office' },
    description: {
      uk: 'Довідки, заяви та ваші документи',
      en: 'Certificates, requests and your documents',
    },
    category: documents,
    icon: 'documents',
    groups: everybody,
    releases: ['taxId'],
    protocol: 'ticket',
  },
  {
    id: '5f8c2c64-0a39-4a3b-8a5b-0d5a1c7f9e21',
    name: 'rooms',
    title: { uk: 'Бронювання аудиторій', en: 'Room booking' },
    description: {
      uk: 'Вільні аудиторії на сьогодні: знайти й забронювати',
      en: 'Find a free room for today and book it',
    },
    category: campusLife,
    icon: 'rooms',
    groups: ['employees'],
    minimumLevel: 'urn:brama:acr:mfa',
    protocol: 'ticket',
  },
  {
    id: 'e4b1a0c7-2d3f-4c58-9f5e-7a6d0c9b8e21',
    name: 'courses',
    title: { uk: 'Дистанційні курси', en: 'Online courses' },
    description: {
      uk: 'Лекції, завдання й тести онлайн',
      en: 'Lectures, assignments and tests online',
    },
    category: studies,
    icon: 'courses',
    groups: everybody,
    protocol: 'oidc',
  },
  {
    id: '7b92d5f0-1e4c-4a86-b3d7-2c9f60a8e513',
    name: 'timetable',
    title: { uk: 'Розклад занять', en: 'Timetable' },
    description: {
      uk: 'Пари вашої групи на цей тиждень',
      en: 'Your group’s classes this week',
    },
    category: studies,
    icon: 'timetable',
    groups: everybody,
    protocol: 'cas',
  },
  {
    id: 'a7c3d9e2-6b14-4f7a-8c02-5d1e9f3b7a60',
    name: 'cloud',
    title: { uk: 'Хмарне сховище', en: 'Cloud storage' },
    description: {
      uk: 'Ваші файли та спільні папки',
      en: 'Your files and shared folders',
    },
    category: documents,
    icon: 'cloud',
    groups: everybody,
    protocol: 'oidc',
  },
  {
    id: 'd4f8a1b6-3c25-4e97-8b10-6f2e0a9d7c54',
    name: 'tv',
    title: { uk: 'Екран у холі', en: 'Screen in the hall' },
    description: {
      uk: 'Оголошення на великому екрані; вхід за кодом із телефона',
      en: 'News on a large screen; sign in with a code on your phone',
    },
    category: campusLife,
    icon: 'screen',
    groups: everybody,
    protocol: 'device',
  },
  {
    id: 'd9e5f1a3-8c27-4b60-9e14-3f7a2c6d8b05',
    name: 'clubs',
    title: { uk: 'Студентські клуби', en: 'Student clubs' },
    description: {
      uk: 'Гуртки, події та волонтерство',
      en: 'Clubs, events and volunteering',
    },
    category: campusLife,
    icon: 'clubs',
    groups: everybody,
    protocol: 'oidc',
    ofOthers: true,
  },
  {
    id: 'c2a7b1d4-7e55-4d0a-b6a3-93f1e86b0c44',
    name: 'library',
    title: { uk: 'Бібліотека', en: 'Library' },
    description: {
      uk: 'Замовити книжку, зайняти місце в читальному залі',
      en: 'Order a book, reserve a seat in a reading room',
    },
    category: studies,
    icon: 'library',
    groups: everybody,
    protocol: 'link',
  },
];
