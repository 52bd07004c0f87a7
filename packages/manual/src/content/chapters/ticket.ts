// Chapter “Ticket”: the parameters that the browser brings, the request of the application’s server, Brama’s response,
// and errors.

import { ticketErrors, ticketResponse } from '@brama/contract/api/ticket';
import { lifetimes } from '@brama/contract/lifetimes';
import { maxStateLength } from '@brama/contract/sign-in/state';
import { type Chapter, code, pair, points, section, table, text, type Words } from '../book.ts';

type OuterField = Exclude<keyof typeof ticketResponse.shape, 'data'>;
type Field = keyof typeof ticketResponse.shape.data.shape;
type Refusal = keyof typeof ticketErrors;

const minutes = lifetimes.applicationTicket / 60;

const outerFields: Record<OuterField, Words> = {
  id: pair('Сам квиток.', 'The ticket itself.'),
  created: pair(
    'Коли Брама видала квиток (ISO 8601, UTC).',
    'When Brama issued the ticket (ISO 8601, UTC).',
  ),
  applicationId: pair('Ідентифікатор сервісу малими літерами.', 'The app ID, in lower case.'),
  traceId: pair(
    'Номер запиту, за яким видано квиток; те саме, що `TRACE_ID`.',
    'The id of the request that issued the ticket; the same as `TRACE_ID`.',
  ),
};

const fields: Record<Field, Words> = {
  STUDENT_ID: pair(
    'Номер студента. Порожній рядок, якщо людина не студент.',
    'The student’s number; empty for others.',
  ),
  EMPLOYEE_ID: pair(
    'Номер працівника. Одна людина може мати обидва номери.',
    'The employee’s number. One person may have both.',
  ),
  AUTH_METHOD: pair(
    'Як людина ввійшла: `PASSWORD`, `DIIA`, `GOOGLE` або `PASSKEY`. Згодом можуть з’явитися інші.',
    'How the person signed in: `PASSWORD`, `DIIA`, `GOOGLE` or `PASSKEY`. Others may follow.',
  ),
  TAX_ID: pair(
    'Податковий номер: лише з `releases: [taxId]` і лише після входу через Дію.',
    'The tax number: only with `releases: [taxId]`, and only of people who signed in with Diia.',
  ),
  NAME: pair('Повне ім’я.', 'The full name.'),
  TRACE_ID: pair(
    'За цим номером адміністратор знайде вхід у журналі.',
    'By this number an administrator finds the sign-in in the log.',
  ),
  TIME_STAMP: pair(
    'Коли людина ввійшла в Браму (UTC).',
    'When the person signed in to Brama (UTC).',
  ),
};

const refusals: Record<Refusal, [cause: Words, remedy: Words]> = {
  'request.malformed': [
    pair('Тіло запиту — не JSON.', 'The body is no JSON.'),
    pair('Надішліть `{"ticketId":"…"}`.', 'Send `{"ticketId":"…"}`.'),
  ],
  'request.invalid': [
    pair(
      'Поля бракує, або воно порожнє; `fields` у відповіді називає яке.',
      'A field is missing or empty; `fields` in the answer names it.',
    ),
    pair('Виправте запит. Повтор не допоможе.', 'Correct the request. Trying again does not help.'),
  ],
  'application.credentials-refused': [
    pair(
      'Немає заголовка Basic, чужий `appId` або інший секрет.',
      'No Basic header, another `appId`, or another secret.',
    ),
    pair(
      'Звірте `APP_ID` і `APP_SECRET` із маніфестом.',
      'Compare `APP_ID` and `APP_SECRET` with the manifest.',
    ),
  ],
  'application.ticket-refused': [
    pair(
      'Квиток вигаданий, прострочений, виданий іншому сервісу, або людина вийшла, перш ніж його вперше прочитали.',
      'The ticket is made up, too old, for another app, or the person signed out before it was first read.',
    ),
    pair('Запропонуйте ввійти ще раз.', 'Offer to sign in again.'),
  ],
  'request.unsupported-type': [
    pair('Тип тіла — не JSON.', 'The type of the body is not JSON.'),
    '`Content-Type: application/json`',
  ],
  'request.too-many': [
    pair(
      'З вашої мережі надійшло забагато неправильних секретів.',
      'Too many wrong secrets came from your network.',
    ),
    pair(
      'Чекайте `Retry-After` секунд; звірте секрет із маніфестом.',
      'Wait `Retry-After` seconds; compare the secret with the manifest.',
    ),
  ],
  busy: [
    pair('Брама перевантажена.', 'Brama has too much to do.'),
    pair('Повторіть за `Retry-After` секунд.', 'Try again after `Retry-After` seconds.'),
  ],
  unavailable: [
    pair('База даних не відповідає.', 'The database does not answer.'),
    pair('Повторіть за `Retry-After` секунд.', 'Try again after `Retry-After` seconds.'),
  ],
};

const fieldRows = (Object.keys(ticketResponse.shape.data.shape) as Field[]).map((name) => [
  `\`${name}\``,
  fields[name],
]);
const outerRows = (Object.keys(outerFields) as OuterField[]).map((name) => [
  `\`${name}\``,
  outerFields[name],
]);
const refusalRows = (Object.keys(ticketErrors) as Refusal[]).map((name) => [
  `${ticketErrors[name]}`,
  `\`${name}\``,
  ...refusals[name],
]);

export const ticket: Chapter = {
  id: 'ticket',
  title: pair('Квиток', 'The ticket'),
  blocks: [
    text(
      'Квиток — найкоротший шлях: браузер приносить його на вашу адресу, ваш сервер одним запитом дізнається, хто прийшов. Сам квиток нічого не розповідає й без секрету сервісу нікому не потрібний.',
      'The ticket is the shortest way: the browser brings it to your address, and your server learns by one request who has come. The ticket itself tells nothing, and is of no use to anybody without the secret of the app.',
    ),
  ],
  sections: [
    section(
      'ticket-return',
      pair('Повернення на ваш сайт', 'Coming back to your site'),
      text(
        'Після входу Брама веде браузер на `redirectUrl` із маніфесту й додає `ticketId` та, якщо його було дано, `state`:',
        'After the sign-in Brama sends the browser to the `redirectUrl` of the manifest and adds `ticketId` and, where it was given, `state`:',
      ),
      code('back', 'Адреса', 'Address'),
      points(
        pair(
          '`ticketId` — 43 символи з набору `A–Z a–z 0–9 - _`; кодувати його в адресі не треба. Не розбирайте його й лишіть у себе місце для 256 символів.',
          '`ticketId`: 43 characters of `A–Z a–z 0–9 - _`; it needs no encoding in an address. Do not take it apart, and leave room for 256 characters.',
        ),
        pair(
          `\`state\` — від 1 до ${maxStateLength} друкованих символів ASCII, в адресі один раз. Він повертається без змін. Інший \`state\` Брама відхиляє на самому початку: людина бачить сторінку, де для власника сервісу вказано причину.`,
          `\`state\`: 1 to ${maxStateLength} printable ASCII characters, once in the address. It comes back unchanged. Brama refuses any other \`state\` at the very start: the person sees a page that tells the owner of the app why.`,
        ),
        pair(
          'Решта параметрів `redirectUrl` лишається. Власного `ticketId` у ній бути не може.',
          'Other parameters of `redirectUrl` stay. It must not contain a `ticketId`.',
        ),
      ),
      text(
        'Так само людина приходить із переліку сервісів у Брамі, але без вашого `state`. Тоді не довіряйте квитку, а почніть вхід від себе: покажіть кнопку або, як програми в [розділі 11](#programs), одразу спрямуйте браузер до Брами. Хто вже ввійшов, повернеться за мить.',
        'Users come the same way from the list of apps in Brama, but then without your `state`. Do not trust such a ticket; begin a sign-in of your own: show the button or, as the programs in [chapter 11](#programs) do, send the browser to Brama at once. A user who is signed in is back in a moment.',
      ),
    ),
    section(
      'ticket-post',
      pair('Запит POST', 'Asking by POST'),
      text(
        'Запит надсилає ваш сервер. Ідентифікатор і секрет — у заголовку `Authorization: Basic`, тож їх немає в адресах і журналах.',
        'Your server asks. Id and secret go in the header `Authorization: Basic`, where no address and no log has them.',
      ),
      code('ticket-post', 'Термінал', 'Terminal'),
      code('ticket-answer', 'Відповідь 200', 'Response: 200'),
    ),
    section(
      'ticket-fields',
      pair('Поля відповіді', 'Fields of the answer'),
      text(
        'Зовнішні поля описують квиток, `data` — людину. Нові поля можуть з’являтися: читайте лише потрібні.',
        'The outer fields are about the ticket, `data` is about the person. Fields may be added: read those you need.',
      ),
      table(
        [
          [pair('Зовнішнє поле', 'Outer field'), 22],
          [pair('Що в ньому', 'What it holds'), 78],
        ],
        ...outerRows,
      ),
      text(
        'Усі значення в `data` — рядки; чого немає, те порожній рядок. Людину впізнавайте за номером студента або працівника, а не за іменем: імена змінюються і повторюються.',
        'All values in `data` are strings, empty where there is nothing. Know people by the number of the student or employee, not by the name: names change, and two people may share one.',
      ),
      table(
        [
          [pair('Поле в `data`', 'Field in `data`'), 22],
          [pair('Що в ньому', 'What it holds'), 78],
        ],
        ...fieldRows,
      ),
    ),
    section(
      'ticket-get',
      pair('Запит GET', 'Asking by GET'),
      text(
        'Той самий обмін для давніх клієнтів. Секрет тут стоїть в адресі, тому може осісти в журналах проксі: у новому коді обирайте POST.',
        'The same exchange for older clients. The secret is in the address here and may remain in the logs of a proxy: in new code use POST.',
      ),
      code('ticket-get', 'Термінал', 'Terminal'),
    ),
    section(
      'ticket-refusals',
      pair('Відмови', 'Refusals'),
      code('ticket-refusal', 'Відповідь 404', 'Response: 404'),
      table(
        [
          [pair('Статус', 'Status'), 11],
          [pair('Код', 'Code'), 32],
          [pair('Причина', 'Cause'), 34],
          [pair('Що робити', 'What to do'), 30],
        ],
        ...refusalRows,
      ),
      text(
        'Розрізняйте відмови за `code`: він не змінюється. `requestId` назвіть адміністраторові, коли просите допомоги.',
        'Tell refusals apart by `code`, which does not change. Name the `requestId` to the administrator when you ask for help.',
      ),
    ),
    section(
      'ticket-retries',
      pair('Повтори', 'Trying again'),
      points(
        pair(
          `Той самий сервіс може прочитати квиток повторно протягом ${minutes} хвилин від видачі. Відповідь загубилася — надішліть запит ще раз.`,
          `The same app may read a ticket again for ${minutes} minutes after it was issued. If an answer was lost, ask again.`,
        ),
        pair(
          'Повторюйте після обриву зв’язку та відповідей 429 і 5xx, не більше двох-трьох разів; зважайте на `Retry-After`. Чекайте відповіді не довше 10 секунд, а тоді покажіть сторінку з посиланням на ту саму адресу; `state` до відповіді бережіть.',
          'Try again after a broken connection, a 429 or a 5xx, two or three times at most, and heed `Retry-After`. Wait no longer than 10 seconds for an answer; then show a page with a link to the same address, and keep `state` until there is one.',
        ),
        pair(
          'Після 4xx, крім 429, повторювати марно.',
          'After a 4xx other than 429, trying again does not help.',
        ),
        pair(
          'Непрочитаний квиток стає недійсним, щойно людина вийшла з Брами.',
          'A ticket that has not been read becomes invalid when the person signs out of Brama.',
        ),
      ),
    ),
    section(
      'ticket-security',
      pair('Безпека та state', 'Security and state'),
      text(
        'Без `state` зловмисник може підсунути людині адресу зі своїм квитком, і вона, сама того не знаючи, працюватиме в чужому обліковому записі. Тому робіть так, як програми в [розділі 11](#programs):',
        'Without `state` an attacker can give a user an address with the attacker’s own ticket, and the user would work in the attacker’s account without noticing. So do as the programs in [chapter 11](#programs) do:',
      ),
      points(
        pair(
          'Для кожного входу створіть випадковий `state` (не менше 128 бітів), запишіть його у власну cookie з `HttpOnly` і `SameSite=Lax` та передайте в кнопку. З однією cookie на всі спроби друга вкладка зіпсувала б вхід першій.',
          'Make a random `state` of at least 128 bits for every sign-in, keep it in a separate cookie with `HttpOnly` and `SameSite=Lax`, and give it to the button. With one cookie for all sign-ins, a second tab would break the sign-in of the first.',
        ),
        pair(
          'На адресі повернення знайдіть cookie цього `state` і видаліть її, щойно Брама відповіла. Немає такої — квитка не читайте.',
          'At the address to come back to look for the cookie of this `state`, and forget it once Brama has answered. Without it do not read the ticket.',
        ),
        pair(
          'Після обміну створіть новий сеанс із новим ідентифікатором і перенаправте браузер (303) на адресу без квитка.',
          'After the exchange begin a new session with a new id and redirect the browser (303) to an address without the ticket.',
        ),
        pair(
          'На сторінці повернення поставте `Referrer-Policy: no-referrer` і `Cache-Control: no-store`, квитків у журнали не пишіть.',
          'Send `Referrer-Policy: no-referrer` and `Cache-Control: no-store` at that address, and write no ticket into a log.',
        ),
      ),
    ),
    section(
      'ticket-no-access',
      pair('Людина без доступу', 'A person without access'),
      text(
        'Людина, якій сервіс не відкрито, лишається в Брамі й бачить свої сервіси. Якщо у `protocol` є `returnErrors: true`, вона бачить сторінку з поясненням і кнопкою. Кнопка веде на `redirectUrl` із вашим `state`, але без квитка:',
        'A person who may not open the app stays in Brama and sees their own apps. With `returnErrors: true` in `protocol` they see a page that says why, with a button. The button leads to `redirectUrl` with your `state`, and without a ticket:',
      ),
      code('refused-back', 'Адреса після відмови', 'Address after a refusal'),
      points(
        pair(
          'Без натискання Брама нікуди не веде, тож відповіді може й не бути.',
          'Brama never goes there on its own, so there may be no response at all.',
        ),
        pair(
          'Звірте `state`, як із квитком, і покажіть власну сторінку. Не починайте вхід знову самі: людина ще раз побачить ту саму відмову.',
          'Check `state` as with a ticket, and show a page of your own. Do not begin a sign-in again by yourself: the person would see the same refusal.',
        ),
      ),
    ),
  ],
};
