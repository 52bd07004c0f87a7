// Gallery states of the applications page.

import { demoApplications } from '@brama/simulators/applications';
import type { Page } from '@playwright/test';
import { answer, cut, hang, inTurn, pass, refuse, type State, seen, stay } from './state.ts';

const screen = 'apps';
const user = 'o.shevchenko';
const nobodys = '00000000-0000-4000-8000-000000000000';
const campus = demoApplications.find(({ name }) => name === 'campus')?.id ?? '';
const opening = { screen, user, query: `?appId=${campus}`, prepare: stay('**/api/app-redirect*') };

const titles = [
  'Бібліотека',
  'Гуртожитки та поселення',
  'Розклад занять',
  'Електронний кампус',
  'Заявки на ремонт і технічне обслуговування навчальних та адміністративних приміщень',
  'Ґрунтознавча лабораторія',
  'Їдальня',
  'Єдине вікно',
  'Mail',
  'Наукові публікації',
  'Опитування',
  'Спортивний комплекс',
];
const many = {
  fullName: 'Нечуй-Левицька-Корженевська Олександра-Єлизавета Максиміліанівна',
  data: {},
  applications: titles.map((title, at) => ({
    id: `00000000-0000-4000-8000-0000000000${at + 10}`,
    name: `application-${at}`,
    title,
    description:
      at % 4 === 0
        ? 'Дуже докладний опис сервісу, який не вміщується у два рядки картки, бо його писали для довідника, а не для картки, і все ж він має лишатися охайним.'
        : 'Короткий опис сервісу',
  })),
};
const search = (words: string) => async (page: Page) => {
  await page.locator('input[type=search]').fill(words);
};
const signOut = async (page: Page) => {
  await page.locator('#main button:has(svg)').first().click();
};

export const appsStates: readonly State[] = [
  { name: 'apps-list', screen, user },
  { name: 'apps-one-more', screen, user: 'i.melnyk' },
  { name: 'apps-loading', screen, user, prepare: hang('**/user') },
  {
    name: 'apps-loading-slow',
    screen,
    user,
    ownClock: true,
    prepare: hang('**/user'),
    act: pass(8_500, '#main [role=status]'),
  },
  {
    name: 'apps-script-failed',
    screen,
    user,
    prepare: cut('**/assets/screens-*.js'),
    act: seen('[data-reload]'),
  },
  { name: 'apps-empty', screen, user: 'г.ґудзь' },
  { name: 'apps-unknown-application', screen, user, query: `?appId=${nobodys}` },
  { name: 'apps-unknown-application-empty', screen, user: 'г.ґудзь', query: `?appId=${nobodys}` },
  { name: 'apps-opening', ...opening },
  { name: 'apps-opening-slow', ...opening, ownClock: true, act: pass(3_500, '#main a') },
  { name: 'apps-many', screen, user, prepare: answer('**/user', 200, many) },
  {
    name: 'apps-search-found',
    screen,
    user,
    prepare: answer('**/user', 200, many),
    act: search('та'),
  },
  {
    name: 'apps-search-nothing',
    screen,
    user,
    prepare: answer('**/user', 200, many),
    act: search('космодром'),
  },
  {
    name: 'apps-load-error',
    screen,
    user,
    prepare: refuse('**/user', 503, 'unavailable'),
    act: seen('[role=alert]'),
  },
  {
    name: 'apps-load-offline',
    screen,
    user,
    prepare: cut('**/user'),
    act: seen('[role=alert]'),
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
  { name: 'apps-list-no-javascript', screen, user, noJavaScript: true },
  { name: 'apps-empty-no-javascript', screen, user: 'г.ґудзь', noJavaScript: true },
  {
    name: 'apps-unknown-application-no-javascript',
    screen,
    user,
    query: `?appId=${nobodys}`,
    noJavaScript: true,
  },
];
