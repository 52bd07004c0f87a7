// Gallery states of the applications page.

import { demoApplications } from '@brama/simulators/applications';
import type { Page } from '@playwright/test';
import { cut, hang, inTurn, pass, refuse, rewrite, type State, seen, stay } from './state.ts';

const screen = 'apps';
const user = 'o.shevchenko';
const campus = demoApplications.find(({ name }) => name === 'campus')?.id ?? '';
const opening = { screen, user, query: `?appId=${campus}`, prepare: stay('**/api/app-redirect*') };

/** Title, icon and category. One has no icon; two categories are short. */
const known: readonly [title: string, icon?: string, category?: string][] = [
  ['Розклад занять', 'timetable', 'Навчання'],
  ['Електронний кампус', 'graduation', 'Навчання'],
  ['Дистанційні курси', 'courses', 'Навчання'],
  ['Оцінки', 'grades', 'Навчання'],
  ['Бібліотека', 'library', 'Навчання'],
  ['Іспити', 'exams', 'Навчання'],
  ['Гуртожитки та поселення', 'dormitory', 'Життя кампусу'],
  ['Їдальня', 'canteen', 'Життя кампусу'],
  ['Спортивний комплекс', 'sport', 'Життя кампусу'],
  ['Студентські клуби', 'clubs', 'Життя кампусу'],
  ['Мапа корпусів', 'map', 'Життя кампусу'],
  ['Scopus і Web of Science', 'research', 'Наука'],
  ['Стипендії', 'scholarship', 'Оплата'],
  ['Хмарне сховище', 'cloud', 'Документи й файли'],
  ['Єдине вікно', 'documents', 'Документи й файли'],
  ['Архів', 'archive', 'Документи й файли'],
  ['VPN', 'vpn'],
  ['Wi-Fi', 'wifi'],
  [
    'Заявки на ремонт і технічне обслуговування навчальних та адміністративних приміщень',
    'helpdesk',
  ],
  ['Ґрунтознавча лабораторія'],
];
const categories = [...new Set(known.flatMap(([, , category]) => category ?? []))];
const longName = 'Нечуй-Левицька-Корженевська Олександра-Єлизавета Максиміліанівна';
const applications = known.map(([title, icon, category], at) => ({
  id: `00000000-0000-4000-8000-0000000000${at + 10}`,
  name: `application-${at}`,
  title,
  description:
    at % 4 === 0
      ? 'Дуже докладний опис сервісу, який не вміщується у два рядки картки, бо його писали для довідника, а не для картки, і все ж він має лишатися охайним.'
      : 'Короткий опис сервісу',
  ...(icon !== undefined && { icon: `/campus-icons/${icon}.svg` }),
  ...(category !== undefined && { category }),
}));

/** Replaces the data of the page; the browser then draws it anew. */
const many = rewrite('**/apps', (html) =>
  html.replace(/(?<= id="state">).*?(?=<\/script>)/s, (json) => {
    const { props, ...rest } = JSON.parse(json);
    const [favorite, other, ...opened] = applications.map(({ id }) => id);
    const user = { ...props.user, fullName: longName, fullNameEn: null, applications };
    const portal = {
      ...props.portal,
      favorites: [favorite, other],
      recent: opened.slice(4, 8),
      categories,
      count: applications.length,
      found: applications.length,
    };
    return JSON.stringify({ ...rest, props: { ...props, user, portal } });
  }),
);
const search = (words: string) => async (page: Page) => {
  await page.locator('input[type=search]').fill(words);
};
const signOut = async (page: Page) => {
  await page.locator('#main form[action$="/logout"] button').click();
};
const addFavorite = async (page: Page) => {
  // the script of the list loads on its own
  await page.waitForLoadState('networkidle');
  await page.locator('#main li button').first().click();
};

export const appsStates: readonly State[] = [
  {
    name: 'apps-script-failed',
    screen,
    user,
    prepare: cut('**/assets/apps-screen-*.js'),
    act: seen('[data-reload]'),
  },
  { name: 'apps-opening-slow', ...opening, ownClock: true, act: pass(3_500, '#main a') },
  { name: 'apps-many', screen, user, prepare: many, act: seen('#main input[type=search]') },
  {
    name: 'apps-search-nothing',
    screen,
    user,
    prepare: many,
    act: search('космодром'),
  },
  {
    name: 'apps-favorite-failed',
    screen,
    user,
    prepare: refuse('**/api/favorites/add', 503, 'unavailable'),
    act: inTurn(addFavorite, seen('#main section [role=alert]:not(:empty)')),
  },
  {
    name: 'apps-sign-out-pending',
    screen,
    user,
    prepare: hang('**/api/auth/logout'),
    act: signOut,
  },
  {
    name: 'apps-sign-out-failed',
    screen,
    user,
    prepare: refuse('**/api/auth/logout', 503, 'unavailable'),
    act: inTurn(signOut, seen('[role=alert]:not(:empty)')),
  },
  {
    name: 'apps-offline',
    screen,
    user,
    act: (page) => page.context().setOffline(true),
  },
];
