// A tiny built web application for tests of the server: every page and mark, no design.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Instance } from '@brama/contract/instance';
import {
  answerPages,
  consentMarks,
  googleAuthPage,
  instanceMarks,
  loginPageFile,
  requestMarks as marks,
  notFoundPage,
  passwordPages,
  sandboxPage,
  screenPageFile,
  troublePage,
  userChangedPage,
} from '@brama/contract/pages/built-pages';
import { type LoginNotice, loginNotices, type MethodId } from '@brama/contract/pages/login-page';
import { type Language, languages } from '@brama/contract/paths';
import { loadSite } from '../../src/pages/web-build.ts';

const instance: Instance = {
  organisation: 'Університет «Тест»',
  host: 'localhost',
  logo: { href: 'data:,', shown: 'no' },
  diiaLogo: { href: 'data:,', shown: 'no' },
  contact: { href: 'mailto:help@campus.example', text: 'help@campus.example' },
  bots: { employees: { href: 'data:,', shown: 'no' }, students: { href: 'data:,', shown: 'no' } },
  forgotPassword: { href: 'data:,', shown: 'no' },
};
const common = {
  brand: 'Брама',
  skip: 'До вмісту',
  language: { switch: 'Switch to English' },
  footer: {
    label: 'Посилання',
    help: 'Допомога',
    privacy: 'Приватність',
    terms: 'Умови',
    rights: '© {{year}} {{organisation}}.',
  },
};
const profile = {
  title: 'Мої дані',
  name: '{{field}}:',
  empty: '--',
  fields: { username: 'Логін' },
  password: { change: 'Змінити пароль' },
  access: {
    title: 'Хто має доступ',
    about: 'Хто дізнається.',
    none: 'Нікому.',
    data: 'Дані: {{data}}.',
    own: 'Може: {{data}}.',
    acts: 'Діє: {{services}}.',
    since: 'Від <time>{{when}}</time>',
    opened: 'Відкрито <time>{{when}}</time>',
    'first-party': 'Сервіс університету.',
    end: 'Припинити: {{app}}',
    scopes: { openid: 'хто ви', profile: 'ім’я', email: 'пошта' },
  },
  sessions: {
    title: 'Де ви ввійшли',
    about: 'Завершіть зайві.',
    only: 'Більше ніде.',
    here: 'Тут',
    on: '{{browser}} на {{system}}',
    unknown: 'Якийсь браузер',
    since: { password: 'Пароль <time>{{when}}</time>', diia: 'Дія', google: 'Google' },
    'last-used': 'Був <time>{{when}}</time>',
    end: 'Завершити: {{where}}, {{when}}',
    'end-short': 'Завершити',
    more_one: 'Ще {{count}} сеанс',
    more_few: 'Ще {{count}} сеанси',
    more_many: 'Ще {{count}} сеансів',
    others: 'Завершити інші',
  },
};
const errors = {
  codes: {
    unavailable: 'Немає зв’язку.',
    'request.too-large': 'Запит завеликий.',
    'request.malformed': 'Не прочитати.',
    'request.invalid': 'Не такий вигляд.',
    'request.too-many': 'Забагато.',
    'password.link-over': 'Посилання вже не діє.',
  },
  'not-found': {
    title: 'Сторінку не знайдено',
    description: 'Перевірте адресу.',
    return: 'Додому',
  },
};
const login = {
  description: 'Один обліковий запис.',
  'continue-to': 'Увійдіть, щоб перейти до сервісу «{{app}}».',
  only: {
    text: 'Лише {{ways}}.',
    wish: 'Бажано {{ways}}.',
    ways: { password: 'за паролем', diia: 'Дія', google: 'Google' },
  },
};
const reasons = {
  over: 'пізно.',
  'sign-out': 'вихід.',
  other: 'інше.',
  invalid_client: 'не знаємо.',
  invalid_redirect_uri: 'не та адреса.',
  invalid_request: 'не так.',
  state: 'не той state.',
};
const consent = {
  none: 'немає',
  'tax-id-later': 'лише з Дією',
  student: 'студент {{id}}',
  employee: 'працівник {{id}}',
  'until-signed-out': 'до виходу',
  'until-hour': 'годину',
  'until-native': 'до виходу з підтвердженнями',
  'until-native-hour': 'годину з підтвердженнями',
  'until-device': 'до припинення',
  'until-device-hour': 'година на пристрої',
  'services-outlive': 'після виходу ще {{wait}}',
  'services-outlive-device': 'після припинення ще {{wait}}',
  scopes: {
    openid: 'хто ви',
    profile: 'ім’я',
    email: 'пошта',
    groups: 'групи',
    campus: 'номери',
    tax_id: 'РНОКПП',
  },
  services: 'інші служби',
};
const answers = {
  consent,
  'request-refused': {
    text: 'Почніть спочатку.',
    over: 'Уже не діє.',
    'sign-out': 'Ви ще тут.',
    missing: 'Немає {{name}}.',
    differs: 'Інше: {{parts}}.',
    differences: {},
    reasons,
  },
  'hand-over': { title: 'До «{{app}}»', text: 'Далі самі.', action: 'Далі' },
  device: {
    faults: {
      malformed: 'вісім букв',
      unknown: 'не знаємо',
      over: 'пізно',
      used: 'уже був',
      'too-many': 'забагато',
      again: 'ще раз',
    },
  },
  'native-confirm': { 'this-computer': 'програма тут' },
  'device-confirm': {
    person: 'Ви — {{name}}.',
    nobody: 'Ви увійдете.',
    'just-now': 'щойно',
  },
  'sign-out': { text: 'Сервіс «{{app}}» просить.', 'text-anybody': 'Ви вийдете.' },
};
const mail = {
  about: '{{organisation}}, {{host}}: {{username}}.',
  'not-you': 'Не ви? {{contact}}',
  reset: {
    subject: 'Новий пароль',
    text: 'Для {{username}}.',
    link: 'Задати',
    until: 'Пів години.',
    code: '{{page}} {{code}}',
    ignore: 'Не ви: нічого.',
  },
  changed: { subject: 'Пароль змінено', text: 'Змінено: {{username}}.' },
};
const password = {
  wrong: 'Неправильний поточний.',
  throttled: 'До наступної: {{wait}}.',
  characters_few: '{{count}} символи',
  characters_many: '{{count}} символів',
  faults: {
    'too-short': 'Закороткий: {{least}}.',
    'too-long': 'Задовгий.',
    repeated: 'Повторюється.',
    'own-name': 'Ваше ім’я.',
    common: 'Поширений.',
    same: 'Той самий.',
  },
};
const apps = {
  greeting: 'Вітаємо!',
  'sign-out': { action: 'Вийти' },
  'no-apps-error': { title: 'Сервісів немає', text: 'Зверніться по <help>допомогу</help>.' },
  'redirect-error': { title: 'Цього сервісу немає', text: 'Посилання могло застаріти.' },
};

/** Every page beside the sign-in page: its file's path and its body. */
function pagesIn(language: Language): [path: string, inside: string][] {
  const other = language === 'uk' ? 'en' : 'uk';
  const switchLink = `<a href="/${other}/${marks.path}${marks.query}">switch</a>`;
  return [
    ['apps', `<head>${marks.noscriptHead}</head><body>${marks.noscriptBody}app</body>`],
    [
      'faq',
      `<body>help <a href="/${language}/${marks.carried}">back</a> ${instanceMarks.organisation}</body>`,
    ],
    ['diia', '<body>code</body>'],
    [sandboxPage, `<body>${switchLink}</body>`],
    [
      googleAuthPage,
      `<body><a href="/${language}/${marks.carried}">home</a>${switchLink}<form><input name="code" value="${marks.authCode}"><input name="state" value="${marks.authState}"><input name="iss" value="${marks.authIssuer}"></form></body>`,
    ],
    [
      troublePage,
      `<body data-page="${troublePage}"><p>${marks.message}</p><code>${marks.reference}</code><a href="${marks.wayOn}">on</a>${switchLink}</body>`,
    ],
    [userChangedPage, `<body data-page="${userChangedPage}">changed${switchLink}</body>`],
    ...passwordPages.map((page): [string, string] => [
      page,
      `<body data-page="${page}"><p role="alert">${marks.message}</p><input name="userHash" value="${marks.userHash}"><input name="username" value="${marks.username}"><input name="code" value="${marks.userCode}"><p>${marks.least}</p>${switchLink}</body>`,
    ]),
    ...answerPages.map((page): [string, string] => [
      page,
      `<body data-page="${page}"><p>${marks.message}</p><a href="${marks.wayOn}">on</a><i>${marks.untold}</i><b>${marks.askHref} ${marks.askText}</b><p lang="uk">${marks.whyUk}</p><p lang="en">${marks.whyEn}</p><dl>${marks.factName}: ${marks.receivedBefore}<mark>${marks.receivedDiffers}</mark>${marks.receivedAfter} / ${marks.nearestBefore}<mark>${marks.nearestDiffers}</mark>${marks.nearestAfter} / ${marks.otherRegistered}</dl><code>${marks.reference}</code><form action="${marks.wayOn}" method="post"><input name="${page.startsWith('device') ? 'xsrf' : 'proof'}" value="${marks.proof}"><input name="user_code" value="${marks.userCode}"></form><b>${marks.userCode} ${marks.site} ${marks.asked} ${marks.person}</b>${consentDetails}${switchLink}</body>`,
    ]),
    [notFoundPage, `<body><h1>${errors['not-found'].title}</h1>${switchLink}</body>`],
  ];
}

function loginPage(language: Language, notice: LoginNotice, methods: readonly MethodId[]): string {
  return `<!doctype html><html lang="${language}"><head><link rel="preload" as="font" href="/assets/font.woff2"></head><body data-notice="${notice}" data-methods="${methods}"><p>${marks.lead}</p><p>${marks.untold}</p><p>${marks.wait}</p><form action="${marks.wayOn}" method="post"></form><a href="/en/${marks.query}">switch</a><input name="username" value="${marks.username}"><script type="application/json" id="state">{"username":"${marks.username}"}</script></body></html>`;
}

const consentDetails = Object.entries(consentMarks)
  .map(([name, mark]) => `<i data-mark="${name}">${mark}</i>`)
  .join('');

/** Every set of them that a page may show. */
function setsOf(methods: readonly MethodId[]): MethodId[][] {
  const sets: MethodId[][] = [[]];
  for (const method of methods) sets.push(...sets.map((set) => [...set, method]));
  return sets.slice(1);
}

export function makeSite(methods: readonly MethodId[]) {
  const folder = mkdtempSync(join(tmpdir(), 'brama-site-'));
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const language of languages) {
    for (const shown of setsOf(methods))
      for (const notice of loginNotices)
        write(loginPageFile(language, shown, notice), loginPage(language, notice, shown));
    for (const [path, inside] of pagesIn(language))
      write(
        screenPageFile(language, path),
        `<!doctype html><html lang="${language}">${inside}</html>`,
      );
    for (const [name, words] of Object.entries({
      common,
      errors,
      answers,
      apps,
      login,
      profile,
      password,
      mail,
    }))
      write(`locales/${language}/${name}.json`, JSON.stringify(words));
  }
  write('assets/entry-abc123.js', 'export {};');
  write('manifest.uk.webmanifest', '{}');
  write('robots.txt', 'User-agent: *');
  // what a folder may hold beside, for nobody
  for (const file of ['.built', 'locales/.env', 'icon-192.png.br', 'icon-192.png.gz'])
    write(file, 'export {};');
  write('icon-192.png', '');
  for (const file of ['integration_manual.pdf', 'integration_manual_en.pdf'])
    write(file, '%PDF-1.7');
  write(
    'site.json',
    JSON.stringify({
      scriptHashes: ["'sha256-abc='"],
      styleHashes: ["'sha256-def='"],
      screens: [
        { path: sandboxPage, access: 'public' },
        { path: 'apps', access: 'signed-in' },
        { path: 'faq', access: 'public' },
        { path: 'diia', access: 'anonymous' },
      ],
      namespaces: ['common', 'errors', 'answers', 'apps', 'login', 'profile', 'password', 'mail'],
      button: { file: 'v1/kpi-id-signin.0123456789ab.js', integrity: 'sha384-abc' },
    }),
  );
  return {
    site: loadSite(folder, {
      methods,
      origin: 'http://localhost:3000',
      instance: { uk: instance, en: instance },
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
