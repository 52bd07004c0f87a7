// Chapter “Moving from KPI ID”: what stays, what changes, and what replaces a Diia code on the application’s own page.
// The calls come from `kpiIdCalls`; `kpi-id-clients.test.ts` checks each against a server.
import { type KpiIdCall, kpiIdCalls } from '@brama/contract/api/kpi-id-calls';
import { lifetimes } from '@brama/contract/lifetimes';
import { captions, options } from '@brama/signin-button/options';
import { type Chapter, pair, points, section, steps, table, text, type Words } from '../book.ts';

const minutes = lifetimes.applicationTicket / 60;

const same = pair('Так само.', 'The same.');
const meanings: Record<KpiIdCall, Words> = {
  'button-link': pair(
    'Так само: вхід мовою, яку людина вибрала раніше.',
    'The same: the sign-in in the language of the person.',
  ),
  'diia-page': pair('Так само: сторінка з кодом Дії.', 'The same: the page with the Diia code.'),
  ticket: same,
  'ticket-again': pair(
    'Так само: тричі за дві хвилини.',
    'The same: three times within two minutes.',
  ),
  'ticket-expired': pair('Так само: квиток прострочений.', 'The same: the ticket has expired.'),
  'diia-link': pair(
    'Ті самі поля, але серверу код не потрібен: див. наступний рядок.',
    'The same fields, but a server has no use for the code: see the next row.',
  ),
  'diia-status': pair(
    'Інакше: немає cookie браузера, що просив код. Клієнт вічно показує «processing».',
    'Differs: the cookie of the browser that asked is missing. The client shows “processing” for ever.',
  ),
  'start-session': pair('Інакше: немає `Origin`.', 'Differs: `Origin` is missing.'),
  user: pair(
    'Інакше: `data.studentId` замість `data.STUDENT_ID`.',
    'Differs: `data.studentId` in place of `data.STUDENT_ID`.',
  ),
  'sign-out': pair('Інакше: метод POST.', 'Differs: POST.'),
};

const callRows = (Object.keys(kpiIdCalls) as KpiIdCall[]).map((name) => {
  const { call, clients, answer } = kpiIdCalls[name];
  return [`\`${call}\``, clients.join(', '), `\`${answer}\``, meanings[name]];
});

const differences = table(
  [
    [pair('Що', 'What'), 20],
    ['KPI ID', 22],
    [pair('Брама', 'Brama'), 30],
    [pair('Що зробити', 'What to do'), 36],
  ],
  [
    pair('Типовий розмір', 'Default size'),
    '`medium`',
    `\`${options.size.values[0]}\``,
    '`data-size="medium"`',
  ],
  [
    pair('Типовий напис', 'Default words'),
    pair('«Увійти з KPI ID»', '«Увійти з KPI ID»'),
    `«${captions.uk}»`,
    pair('Щоб лишити давній, `data-caption`', '`data-caption` to keep the old ones'),
  ],
  [
    pair('Елемент кнопки', 'Element of the button'),
    pair('Замінено посиланням', 'Replaced by a link'),
    pair(
      'Лишається; посилання — у його тіньовому дереві, ваш CSS туди не сягає',
      'Kept; the link is in its shadow tree, which your CSS does not reach',
    ),
    pair(
      'Обгортка більше не потрібна. Оформлюйте через `data-class-name` (тепер на елементі) і `::part(button)`',
      'A wrapper is no longer needed. Style by `data-class-name` (now on the element) and `::part(button)`',
    ),
  ],
  [
    pair('Малювання', 'Drawing'),
    pair('Після `KPIID.init()`', 'After `KPIID.init()`'),
    pair(
      'Щойно завантажено скрипт; `init()` малює ще раз',
      'When the script has loaded; `init()` draws again',
    ),
    pair('Нічого', 'Nothing'),
  ],
  [
    '`data-dev-mode`',
    pair('Веде на тестовий сервер', 'Leads to the test server'),
    pair('Веде на ту саму Браму; червоний пунктир', 'Leads to the same Brama; a dashed red border'),
    pair(
      'Для випробувань завантажуйте скрипт із тестової Брами',
      'For tests load the script of a test instance',
    ),
  ],
  [
    '`data-locale="en"`',
    pair('Англійський напис', 'English words'),
    pair('Також вхід англійською (`/en/`)', 'Also the sign-in in English (`/en/`)'),
    pair('Нічого', 'Nothing'),
  ],
  [
    '`AUTH_METHOD`',
    pair('`DIIA` та інші, як-от `BANK_ID`', '`DIIA` and others, such as `BANK_ID`'),
    '`PASSWORD`, `DIIA`, `GOOGLE`, `PASSKEY`',
    pair('Приймайте ті, що вам потрібні', 'Accept what you need'),
  ],
  [
    '`TAX_ID`',
    pair('Поле кожного квитка', 'A field of every ticket'),
    pair(
      'Заповнене лише з `releases: [taxId]` і лише після входу через Дію',
      'Filled only with `releases: [taxId]`, and only after a sign-in with Diia',
    ),
    pair('Зверніться до адміністратора', 'Ask the administrator'),
  ],
  [
    pair('Стан запиту до Дії', 'Status of a Diia request'),
    pair('Кожному, хто знає `requestId`', 'For everybody who knows `requestId`'),
    pair(
      'Лише браузеру, який просив код (за його cookie); іншим — 404',
      'Only for the browser that asked, by its cookie; 404 for others',
    ),
    pair('Див. [12.4](#moving-diia)', 'See [12.4](#moving-diia)'),
  ],
  [
    pair('Виклики, що щось змінюють', 'Calls that change something'),
    pair('З будь-якого сервера', 'From any server'),
    pair(
      'Потрібен заголовок `Origin` з адресою Брами; без нього 403',
      'Need `Origin` with the address of Brama; 403 without',
    ),
    pair(
      'Лишіть їх браузеру; скрипт додає заголовок',
      'Leave them to the browser; a script adds the header',
    ),
  ],
  [
    '`GET /api/user`',
    '`data.STUDENT_ID`',
    pair(
      '`data.studentId` та інші назви з розділу «Мої дані»',
      '`data.studentId` and other names of “My data”',
    ),
    pair('Читайте квиток: його назви не змінилися', 'Read the ticket: its names did not change'),
  ],
  [
    pair('Вихід', 'Signing out'),
    '`GET /api/auth/logout`',
    pair(
      '`POST /api/auth/logout` з `Origin`; на GET — 405',
      '`POST /api/auth/logout` with `Origin`; 405 for GET',
    ),
    pair('Посилання на `/oidc/logout`', 'A link to `/oidc/logout`'),
  ],
);

export const moving: Chapter = {
  id: 'moving',
  title: pair('Перехід із KPI ID', 'Moving from KPI ID'),
  blocks: [
    text(
      'Сайт із кнопкою KPI ID лишає свою розмітку, адресу повернення і запит квитка. Перелік звірено з кодом трьох відкритих клієнтів: [kpi-id-button](https://github.com/kpi-ua/kpi-id-button), [ecampus.kpi.ua](https://github.com/kpi-ua/ecampus.kpi.ua) і [vote-oss](https://github.com/srkpi/vote-oss).',
      'A site with the KPI ID button keeps its markup, its address to come back to and its ticket call. The list was checked against the code of three public clients: [kpi-id-button](https://github.com/kpi-ua/kpi-id-button), [ecampus.kpi.ua](https://github.com/kpi-ua/ecampus.kpi.ua) and [vote-oss](https://github.com/srkpi/vote-oss).',
    ),
    steps(
      pair(
        'Попросіть адміністратора додати запис із `protocol.type: ticket` ([розділ 2](#registering)). `appId` лишіть той самий: це UUID, він стає `id` запису. Секрет візьміть новий.',
        'Ask the administrator for an entry with `protocol.type: ticket` ([chapter 2](#registering)). Keep the `appId`: it is a UUID and becomes the `id` of the entry. Take a new secret.',
      ),
      pair(
        'Завантажуйте скрипт із самої Брами, а не з CDN: кнопка веде туди, звідки його завантажено. Дозвольте цю адресу в `script-src`.',
        'Load the script from Brama itself, not from a CDN: the button leads to where it came from. Allow that address in `script-src`.',
      ),
      pair(
        'У запиті квитка замініть хост і секрет, більше нічого.',
        'In the ticket call change the host and the secret, nothing else.',
      ),
      pair(
        'Звірте свій код із таблицями нижче та ввійдіть раз кожним способом.',
        'Compare your code with the tables below, and sign in once with each method.',
      ),
    ),
  ],
  sections: [
    section(
      'moving-same',
      pair('Що лишається', 'What stays'),
      points(
        pair(
          'Елемент `<div id="kpi_id_signin" data-app-id="…">`, усі його атрибути `data-` і `window.KPIID.init()`.',
          'The element `<div id="kpi_id_signin" data-app-id="…">`, all its `data-` attributes, and `window.KPIID.init()`.',
        ),
        pair(
          'Посилання `/?appId=…` і `/uk/diia?appId=…`.',
          'The links `/?appId=…` and `/en/diia?appId=…`.',
        ),
        pair(
          'Повернення на вашу адресу з `ticketId`; кодувати його не треба.',
          'The return to your address with `ticketId`, which needs no encoding.',
        ),
        pair(
          '`GET /api/ticket` і всі поля відповіді: значення в `data` — рядки, порожні, якщо даних немає.',
          '`GET /api/ticket` and all fields of the answer: values in `data` are strings, empty when absent.',
        ),
        pair(
          `Ваш сервер може прочитати свій квиток повторно протягом ${minutes} хвилин. Будь-який статус, крім 200, означає, що квиток недійсний.`,
          `Your server may read its ticket again for ${minutes} minutes. Any status but 200 means that the ticket is not valid.`,
        ),
      ),
    ),
    section('moving-differences', pair('Що змінюється', 'What changes'), differences),
    section(
      'moving-calls',
      pair('Запити відкритих клієнтів', 'The calls of the public clients'),
      table(
        [
          [pair('Запит', 'Call'), 34],
          [pair('Хто', 'Made by'), 17],
          [pair('Відповідь', 'Response'), 31],
          [pair('Що це означає', 'What it means'), 32],
        ],
        ...callRows,
      ),
    ),
    section(
      'moving-diia',
      pair('Код Дії показує лише Брама', 'Only Brama shows the Diia code'),
      text(
        '**Сервер вашого сервісу не може** попросити код Дії, показати його на своїй сторінці й забрати вхід. vote-oss робить так із KPI ID; із Брамою вхід ніколи не надійде.',
        '**The server of your app cannot** ask for a Diia code, show it on a page of its own and fetch the sign-in. vote-oss does so with KPI ID; with Brama the sign-in never arrives.',
      ),
      points(
        pair(
          'Стан запиту Брама дає лише браузеру, який просив код. Інакше кожен, хто дізнався `requestId`, отримав би сеанс людини, яка підтвердила вхід.',
          'Brama gives the status only to the browser that asked for the code. Otherwise everybody who learned a `requestId` would get the session of the person who confirmed.',
        ),
        pair(
          'Сервер, який зберігає cookie й видає себе за браузер, тримав би сеанси всіх людей у себе: у власному браузері вони не ввійшли б і не могли б вийти, а обмеження для однієї мережі ділили б на всіх. Брама цього не підтримує й може відхилити будь-коли.',
          'A server that keeps the cookie and plays the browser would hold the sessions of all people: they would not be signed in in their own browser, could not sign out there, and would share the limits of one network. Brama does not support this and may refuse it at any time.',
        ),
        pair(
          'Людей навчають сканувати код лише на сторінці Брами. Код на інших сайтах привчає довіряти підробкам.',
          'People learn to scan a code only on the page of Brama. A code on other sites teaches them to trust a fake.',
        ),
      ),
      text('Натомість:', 'Use instead:'),
      table(
        [
          [pair('Що потрібно', 'You want'), 34],
          [pair('Що взяти', 'Use'), 66],
        ],
        [
          pair('Одразу вхід через Дію', 'A sign-in with Diia at once'),
          pair(
            'Посилання на `/uk/diia?appId=YOUR-APP-ID`. На телефоні воно відкриває Дію. Людина повернеться на вашу адресу з `ticketId`.',
            'A link to `/en/diia?appId=YOUR-APP-ID`. On a phone it opens Diia. People come back to your address with `ticketId`.',
          ),
        ],
        [
          pair('Лише Дія, з квитком', 'Diia only, with tickets'),
          pair(
            'Те саме посилання; на сервері порівняйте `AUTH_METHOD` із `DIIA`. Хто вже ввійшов за паролем, повернеться з `PASSWORD`: попросіть вийти з Брами та спробувати ще раз.',
            'The same link; compare `AUTH_METHOD` with `DIIA` on the server. Whoever has signed in with a password comes back with `PASSWORD`: ask them to sign out of Brama and try again.',
          ),
        ],
        [
          pair('Лише Дія, без цього кроку', 'Diia only, without that step'),
          pair(
            'OpenID Connect із `signInMethods: [diia]` у записі: Брама сама попросить увійти через Дію ([розділ 5](#openid-connect)).',
            'OpenID Connect with `signInMethods: [diia]` in the entry: Brama itself asks for Diia ([chapter 5](#openid-connect)).',
          ),
        ],
      ),
    ),
  ],
};
