// Stand-ins for interaction and password pages: the texts of their props, without components. And the words of emails.

import { escapeHtml } from '@brama/contract/escape-html';
import { events } from '@brama/contract/events/event-table';
import { addressPieces } from '@brama/contract/pages/address-pieces';
import type { PageId, PageProps } from '@brama/contract/pages/page-props';

/** Addresses may break after a dot or a slash. */
const addressHtml = (address: string) => addressPieces(address).map(escapeHtml).join('<wbr>');

/** Returns the props of a page by the names that tests use. */
function textsOf(props: Partial<PageProps[Exclude<PageId, 'sign-in'>]>) {
  const all = props as Record<string, string> &
    Partial<PageProps['consent'] & PageProps['request-refused']>;
  const { values = {}, fact } = all;
  return {
    ...all,
    message: all['message'] ?? all['lead'] ?? all['error'] ?? all['reason'] ?? all['application'],
    continueHref: all['href'] ?? all['action'] ?? all['continueHref'],
    userCode: all['userCode'] ?? all['typed'] ?? all['code'],
    consentHost: 'until' in all ? all['receiver'] : '',
    site: 'until' in all ? '' : (all['host'] ?? all['receiver']),
    consentUser: all['user'],
    consentUntil: all.until,
    consentServicesUntil: all.servicesUntil,
    consentKnown: all.known,
    giveProfile: values.profile,
    giveEmail: values.email,
    giveGroups: values.groups,
    giveCampus: values.campus,
    giveTaxId: values.tax_id,
    giveServices: values.services,
    factName: fact?.parameter,
    receivedBefore: fact?.received?.before,
    receivedDiffers: fact?.received?.differs,
    receivedAfter: fact?.received?.after,
    nearestBefore: fact?.nearest?.before,
    nearestDiffers: fact?.nearest?.differs,
    nearestAfter: fact?.nearest?.after,
    otherRegistered: fact?.others.join('\n'),
  } as unknown as Record<string, string | undefined>;
}

const consentTexts = [
  'consentUser',
  'consentUntil',
  'consentServicesUntil',
  'consentKnown',
  'giveProfile',
  'giveEmail',
  'giveGroups',
  'giveCampus',
  'giveTaxId',
  'giveServices',
] as const;

export function interactionPage(page: string, props: PageProps[PageId]): string {
  const texts = textsOf(props as never);
  const text = (name: string) => escapeHtml(`${texts[name] ?? ''}`);
  const address = (name: string) => addressHtml(`${texts[name] ?? ''}`);
  const { contact, why } = props as Partial<PageProps['consent'] & PageProps['request-refused']>;
  const lead =
    page === 'sign-out'
      ? texts['application']
        ? `Сервіс «${text('application')}» просить.`
        : 'Ви вийдете.'
      : text('message');
  const details = [
    `<i data-mark="consentHost">${address('consentHost')}</i>`,
    ...consentTexts.map((name) => `<i data-mark="${name}">${text(name)}</i>`),
    texts['cancelHref'] ? `<a rel="cancel" href="${text('cancelHref')}">cancel</a>` : '',
  ];
  return `<p>${lead}</p><a href="${text('continueHref')}">on</a><i>${text('notNotified')}</i><b>${escapeHtml(contact?.href ?? '')} ${addressHtml(contact?.text ?? '')}</b><p lang="uk">${escapeHtml(why?.uk ?? '')}</p><p lang="en">${escapeHtml(why?.en ?? '')}</p><dl>${text('factName')}: ${address('receivedBefore')}<mark>${address('receivedDiffers')}</mark>${address('receivedAfter')} / ${address('nearestBefore')}<mark>${address('nearestDiffers')}</mark>${address('nearestAfter')} / ${address('otherRegistered')}</dl><code>${text('reference')}</code><form action="${text('continueHref')}" method="post"><input name="${page.startsWith('device') ? 'xsrf' : 'proof'}" value="${text('proof')}"><input name="user_code" value="${text('userCode')}"></form><b>${text('userCode')} ${address('site')} ${text('asked')} ${text('person')}</b>${details.join('')}`;
}

export function passwordPage(props: PageProps[PageId]): string {
  const { message, userHash, username, code, minLength } = props as Partial<
    PageProps['password'] & PageProps['password-reset']
  >;
  const text = (value: string | number | undefined) => escapeHtml(`${value ?? ''}`);
  return `<p role="alert">${text(message)}</p><input name="userHash" value="${text(userHash)}"><input name="username" value="${text(username)}"><input name="code" value="${text(code)}"><p>${text(minLength)}</p>`;
}

/** An email with a link and a code. */
const linkMail = (subject: string) => ({
  subject,
  text: 'Для {{username}}.',
  link: 'Відкрити',
  until: 'Недовго.',
  code: '{{page}} {{code}}',
  ignore: 'Не ви: нічого.',
});
/** The words of emails. */
export const mailWords = {
  'about-secondary': 'Додаткова, {{host}}: {{username}}.',
  recovery: linkMail('Відновлення'),
  'secondary-email': linkMail('Підтвердження'),
  about: '{{organisation}}, {{host}}: {{username}}.',
  'not-you': 'Не ви? {{contact}}',
  notice: {
    ...Object.fromEntries(
      [...events.values()]
        .flatMap(({ notices = [] }) => notices)
        .map((name) => [name, { subject: `uk ${name}`, text: 'Для {{username}}.' }]),
    ),
    welcome: {
      subject: 'uk welcome',
      text: 'Вітаємо, {{username}}.',
      again: 'Знову: {{page}}',
      'second-way': 'Ще один спосіб.',
      link: 'Обліковий запис',
      help: 'Допомога: {{contact}}',
      'not-you': 'Не ви? Пишіть.',
    },
    'others-ended': 'Інші завершено.',
    'factors-wait': 'Нові діють з {{when}}.',
    'unknown-browser': 'невідомий',
    link: 'Події',
    'not-you': 'Не ви? Заблокуйте. {{contact}}',
  },
  'ending-secret': {
    subject: 'Секрет {{application}}',
    text: 'Секрет закінчується.',
    'what-to-do': 'Створіть новий.',
    why: 'Ви відповідаєте.',
  },
  reset: {
    subject: 'Новий пароль',
    text: 'Для {{username}}.',
    link: 'Задати',
    until: 'Пів години.',
    code: '{{page}} {{code}}',
    ignore: 'Не ви: нічого.',
  },
  'ending-guest': {
    subject: 'Гість {{username}}',
    text: 'Гість закінчується.',
    'what-to-do': 'Продовжте.',
    why: 'Ви відповідаєте.',
  },
  'ending-access': {
    account: { subject: 'Обліковий запис', text: 'Запис закінчується.' },
    groups: { subject: 'Групи', text: 'Групи закінчуються.' },
    'what-to-do': 'Зверніться.',
    why: 'Це про вас.',
  },
  approval: {
    subject: 'Підтвердження',
    factors: { reset: '{{requester}}: скинути {{username}}.' },
    'access-code': { issue: '{{requester}}: код {{username}}.' },
    administrator: {
      grant: '{{requester}}: надати {{username}}.',
      revoke: '{{requester}}: забрати {{username}}.',
    },
    roles: { restore: 'Повернути ролі {{username}}.' },
    until: 'До {{when}}.',
    check: 'Зателефонуйте.',
  },
  'roles-suspended': {
    subject: 'Ролі призупинено',
    text: '{{username}} до {{when}}.',
    check: 'Зателефонуйте.',
  },
  invitation: {
    subject: 'Запрошення',
    text: 'Запрошено: {{username}}.',
    link: 'Створити',
    until: 'До {{when}}.',
    code: '{{page}} {{code}}',
    ignore: 'Не чекали? {{contact}}',
  },
  facts: {
    username: 'Логін',
    guest: 'Гість',
    application: 'Сервіс',
    secret: 'Секрет',
    requester: 'Просить',
    browser: 'Браузер',
    network: 'Мережа',
    when: 'Час',
    until: 'Діє до',
    'in-kyiv': '{{when}} у Києві',
  },
  changed: { subject: 'Пароль змінено', text: 'Змінено: {{username}}.' },
};

/** The texts of one error of the administration API. */
export const adminErrors = {
  uk: { codes: { 'admin.token-invalid': 'Токен недійсний.' } },
  en: {
    codes: { 'admin.token-invalid': 'The token is not valid.' },
    wait: { seconds_other: 'Wait {{count}} s.', minutes_other: 'Wait {{count}} min.' },
  },
};
