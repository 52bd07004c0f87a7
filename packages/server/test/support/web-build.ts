// A small web application for tests of the server. It renders every page with all its props, without design and
// React.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { escapeHtml } from '@brama/contract/escape-html';
import type { Instance } from '@brama/contract/instance';
import {
  type AccountMenu,
  emptyAccountData,
  emptyAccountMenu,
} from '@brama/contract/pages/account/menu';
import type { MethodId } from '@brama/contract/pages/login-page';
import {
  type InstallationPage,
  installationPages,
  passwordPages,
  type RecoveryPage,
  recoveryPages,
  sandboxPage,
  setUpPages,
  verifyPages,
} from '@brama/contract/pages/page-ids';
import type { PageId, PageProps } from '@brama/contract/pages/page-props';
import type { PageAddress, PagePart } from '@brama/contract/pages/renderer';
import { type Language, languages } from '@brama/contract/paths';
import { setupFieldNames } from '@brama/contract/setup/pages';
import { inject } from 'vitest';
import { createTranslate } from '../../src/pages/translate.ts';
import type { Site } from '../../src/pages/web-build.ts';
import { adminErrors, interactionPage, mailWords, passwordPage } from './page-stand-ins.ts';

const instance: Instance = {
  organisation: 'Університет «Тест»',
  host: 'localhost',
  contact: { href: 'mailto:help@campus.example', text: 'help@campus.example' },
  bots: {},
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
    since: {
      password: 'Пароль <time>{{when}}</time>',
      diia: 'Дія',
      google: 'Google',
      passkey: 'Ключ доступу',
    },
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
    'recovery.refused': 'Не той код.',
    'recovery.link-over': 'Посилання вже не діє.',
    'recovery.over': 'Час минув.',
    'secondary-email.invalid': 'Не адреса.',
    'secondary-email.primary': 'Та сама адреса.',
    'session.not-recent': 'Увійдіть ще раз.',
    'session.second-factor-missing': 'Підтвердьте, що це ви.',
  },
  'not-found': {
    title: 'Сторінку не знайдено',
    description: 'Перевірте адресу.',
    return: 'Додому',
  },
};
const login = {
  description: 'Один обліковий запис.',
  only: {
    text: 'Лише {{ways}}.',
    preferred: 'Бажано {{ways}}.',
    ways: { password: 'за паролем', diia: 'Дія', google: 'Google', passkey: 'ключ' },
  },
};
const reasons = {
  over: 'пізно.',
  'sign-out': 'вихід.',
  other: 'інше.',
  'unknown-client': 'не знаємо.',
  'unregistered-address': 'не та адреса.',
  'invalid-request': 'не так.',
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
const interaction = {
  consent,
  'request-refused': {
    text: 'Почніть спочатку.',
    over: 'Уже не діє.',
    'sign-out': 'Ви ще тут.',
    missing: 'Немає {{name}}.',
    differs: 'Інше: {{parts}}.',
    differences: { host: 'host', path: 'path', port: 'port', 'trailing-slash': 'trailing-slash' },
    reasons,
  },
  'hand-over': { title: 'До «{{app}}»', text: 'Далі самі.', action: 'Далі' },
  device: {
    errors: {
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
    'not-signed-in': 'Ви увійдете.',
    'just-now': 'щойно',
  },
  'sign-out': { text: 'Сервіс «{{app}}» просить.', 'text-anybody': 'Ви вийдете.' },
};
const password = {
  wrong: 'Неправильний поточний.',
  throttled: 'До наступної: {{wait}}.',
  characters_few: '{{count}} символи',
  characters_many: '{{count}} символів',
  errors: {
    'too-short': 'Закороткий: {{least}}.',
    'too-long': 'Задовгий.',
    repeated: 'Повторюється.',
    'own-name': 'Ваше ім’я.',
    common: 'Поширений.',
    breached: 'Викрадений.',
    same: 'Той самий.',
  },
};
const secondFactor = {
  'second-factor': {
    empty: 'Шість цифр.',
    wrong: 'Неправильний код.',
    throttled: 'До наступного: {{wait}}.',
  },
  'second-factor-recovery': {
    empty: 'Один із кодів.',
    wrong: 'Немає такого.',
    throttled: 'До наступного: {{wait}}.',
  },
};
const secondFactorSetUp = {
  'set-up': { errors: { empty: 'empty', wrong: 'wrong', over: 'over' } },
};
const apps = {
  greeting: 'Вітаємо!',
  'sign-out': { action: 'Вийти' },
  'no-apps-error': { title: 'Сервісів немає', text: 'Зверніться по <help>допомогу</help>.' },
  'redirect-error': { title: 'Цього сервісу немає', text: 'Посилання могло застаріти.' },
};

const setup = {
  'setup-code': { wrong: 'Код неправильний.' },
  wrong: Object.fromEntries(setupFieldNames.map((field) => [field, `Перевірте: ${field}.`])),
};

const files: Record<string, object> = {
  setup,
  common,
  errors,
  interaction,
  apps,
  login,
  profile,
  password,
  mail: mailWords,
  'second-factor': secondFactor,
  'second-factor-set-up': secondFactorSetUp,
};

function inside(
  page: PageId,
  language: Language,
  props: PageProps[PageId],
  { carried }: PageAddress,
): string {
  if (passwordPages.some((one) => one === page)) return passwordPage(props);
  if (
    [...verifyPages, ...recoveryPages, ...setUpPages, ...installationPages].some(
      (one) => one === page,
    )
  )
    return propsScript(props);
  if (page === 'not-found') return `<h1>${errors['not-found'].title}</h1>`;
  if (page === 'user-changed') return 'changed';
  if (page === 'trouble') {
    const { message, reference, href } = props as PageProps['trouble'];
    return `<p>${escapeHtml(message)}</p><code>${escapeHtml(reference)}</code><a href="${escapeHtml(href)}">on</a>`;
  }
  if (page === 'google-auth') {
    const { code, state, issuer } = props as PageProps['google-auth'];
    return `<a href="/${language}/${escapeHtml(carried)}">home</a><form><input name="code" value="${escapeHtml(code)}"><input name="state" value="${escapeHtml(state)}"><input name="iss" value="${escapeHtml(issuer)}"></form>`;
  }
  return interactionPage(page, props);
}

function loginPage(
  language: Language,
  props: PageProps['sign-in'],
  { query, carried }: PageAddress,
): string {
  const { methods, notice, lead, untold, wait, continueHref, username, sharedComputer } = props;
  const title = props.application?.title ?? '';
  return `<!doctype html><html lang="${language}"><head><link rel="preload" as="font" href="/assets/font.woff2"></head><body data-notice="${notice}" data-methods="${methods}" data-carried="${escapeHtml(carried)}" data-shared="${sharedComputer}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p><p>${escapeHtml(untold)}</p><p>${escapeHtml(wait)}</p><form action="${escapeHtml(continueHref)}" method="post"></form><a href="/en/${escapeHtml(query)}">switch</a><input name="username" value="${escapeHtml(username)}"><script type="application/json" id="state">${JSON.stringify({ username }).replaceAll('<', '\\u003c')}</script></body></html>`;
}

const menuPlace = `${emptyAccountMenu}${emptyAccountData}`;

const appsStart: PagePart = { html: '<!doctype html><html><body>', isShared: true };

function propsScript(props: unknown): string {
  const json = JSON.stringify(props).replaceAll('<', '\\u003c');
  return `<script id="props">${json}</script>`;
}

function propsPage(props: unknown): readonly PagePart[] {
  return [appsStart, { html: `${menuPlace}${propsScript(props)}</html>`, isShared: false }];
}

/** Returns the props of a page that this build renders as props. */
const propsOf = <Page extends PageId>(body: string): PageProps[Page] =>
  JSON.parse(/<script id="props">(.*?)<\/script>/s.exec(body)?.[1] ?? 'null');

/** Returns the props of the applications page. */
export const appsPropsOf = propsOf<'apps'>;

/** Returns the props of a recovery page. */
export function recoveryPropsOf<Page extends RecoveryPage>(
  _page: Page,
  body: string,
): PageProps[Page] {
  return JSON.parse(/<script id="props">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}

/** Returns the props of a page that sets up an installation. */
export function installationPropsOf<Page extends InstallationPage>(
  _page: Page,
  body: string,
): PageProps[Page] {
  return JSON.parse(/<script id="props">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}

/** Returns the props of the account page. */
export const accountPropsOf = propsOf<'account'>;

/** Returns the props of a page that asks for a second factor. */
export const verifyPropsOf = propsOf<'second-factor'>;

/** Returns the props of the page that sets up a second factor. */
export const setUpPropsOf = propsOf<'second-factor-set-up'>;

/** Returns the props of the page with recovery codes. */
export const codesPropsOf = propsOf<'second-factor-codes'>;

/** Returns the address that the applications page opens by itself. */
export function openedBy(body: string): string | undefined {
  return appsPropsOf(body).opening?.href;
}

const switchIn = (language: Language, { path, query }: PageAddress) =>
  `<a href="/${language === 'uk' ? 'en' : 'uk'}/${escapeHtml(path)}${escapeHtml(query)}">switch</a>`;

function renderPage<Page extends PageId>(
  page: Page,
  language: Language,
  props: PageProps[Page],
  address: PageAddress,
): string {
  if (page === 'sign-in') return loginPage(language, props as PageProps['sign-in'], address);
  const body = inside(page, language, props, address);
  const named = page === 'not-found' || page === 'google-auth' ? '' : ` data-page="${page}"`;
  return `<!doctype html><html lang="${language}"><body${named}>${page === 'user-changed' ? '' : menuPlace}${body}${switchIn(language, address)}</body></html>`;
}

function screen(path: string, language: Language, address: PageAddress): string {
  if (path === 'faq')
    return `<body>help <a href="/${language}/${escapeHtml(address.carried)}">back</a> ${escapeHtml(instance.organisation)}</body>`;
  if (path === 'diia') return '<body>code</body>';
  return `<body>${switchIn(language, address)}</body>`;
}

const renderParts: Site['renderParts'] = (page, ...given) =>
  page === 'apps' || page === 'account'
    ? propsPage(given[1])
    : [{ html: renderPage(page, ...given), isShared: false }];

const renderScreen: Site['renderScreen'] = (path, language, address) =>
  `<!doctype html><html lang="${language}">${menuPlace}${screen(path, language, address)}</html>`;

const renderConsole: Site['renderConsole'] = (language, props) => [
  { html: `<!doctype html><html lang="${language}">`, isShared: true },
  { html: `<script id="state">${JSON.stringify({ props })}</script></html>`, isShared: false },
];

const renderAccountMenu: Site['renderAccountMenu'] = (language, account) => ({
  menu: `<nav lang="${language}">`,
  data: `<script id="menu">${JSON.stringify(account).replaceAll('<', '\\u003c')}</script></nav>`,
});

/** Returns the account menu of a page; undefined if it has none. */
export function accountMenuOf(body: string): AccountMenu | undefined {
  const json = /<script id="menu">(.*?)<\/script>/s.exec(body)?.[1];
  return json === undefined ? undefined : JSON.parse(json);
}

/** Writes the files of the build. Returns their folder. */
export function writeWebBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brama-site-'));
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const language of languages)
    for (const [name, words] of Object.entries(files))
      write(`locales/${language}/${name}.json`, JSON.stringify(words));
  // a file of the build that the server must not serve
  write('login.html', '<!doctype html>');
  write('assets/entry-abc123.js', 'export {};');
  write('manifest.uk.webmanifest', '{}');
  write('robots.txt', 'User-agent: *');
  write('campus-icons/library.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  // other files in the folder that the server must not serve
  for (const file of ['.built', 'locales/.env', 'icon-192.png.br', 'icon-192.png.gz'])
    write(file, 'export {};');
  write('icon-192.png', '');
  for (const file of ['integration_manual.pdf', 'integration_manual_en.pdf'])
    write(file, '%PDF-1.7');
  write('site.json', '{}');
  return folder;
}

/** Returns a build of its own; all builds of a run have the same files. */
export function makeWebBuild(methods: readonly MethodId[]): Site {
  return {
    folder: inject('webBuildFolder'),
    description: {
      scriptHashes: ["'sha256-abc='"],
      styleHashes: ["'sha256-def='"],
      screens: [
        { path: sandboxPage, access: 'public' },
        { path: 'apps', access: 'signed-in' },
        { path: 'account', access: 'signed-in' },
        { path: 'faq', access: 'public' },
        { path: 'diia', access: 'anonymous' },
      ],
      namespaces: Object.keys(files),
      button: { file: 'v1/kpi-id-signin.0123456789ab.js', integrity: 'sha384-abc' },
    },
    instance: { uk: instance, en: instance },
    methods,
    translate: createTranslate((language, namespace) =>
      namespace === 'admin-errors' ? adminErrors[language] : files[namespace],
    ),
    cache: new Map(),
    load: () => undefined,
    renderPage,
    renderParts,
    renderScreen,
    renderConsole,
    renderAccountMenu,
  };
}
