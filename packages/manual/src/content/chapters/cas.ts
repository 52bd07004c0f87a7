// Chapter “CAS”: for products that have a CAS client, and for developers who find faults in one. `docs/integrate/recipes.md` has recipes
// for existing products.
import { lifetimes } from '@brama/contract/lifetimes';
import { indentedCode } from '../attached.ts';
import { type Chapter, code, note, pair, points, section, table, text } from '../book.ts';

const minutes = lifetimes.applicationTicket / 60;

export const cas: Chapter = {
  id: 'cas',
  title: 'CAS',
  blocks: [
    text(
      'CAS — давніший протокол єдиного входу, і чимало університетських систем знають лише його. Брама підтримує [версію 3.0.3](https://apereo.github.io/cas/development/protocol/CAS-Protocol-Specification.html) разом із відповідями SAML 1.1. Для нового сервісу беріть квиток ([розділ 4](#ticket)) або OpenID Connect ([розділ 5](#openid-connect)): там сервер доводить, хто він, а тут — ні.',
      'CAS is an older protocol for single sign-on, and many systems of universities know no other. Brama supports [version 3.0.3](https://apereo.github.io/cas/development/protocol/CAS-Protocol-Specification.html), with the answers of SAML 1.1. For a new app take the ticket ([chapter 4](#ticket)) or OpenID Connect ([chapter 5](#openid-connect)): there your server proves who it is, here it does not.',
    ),
  ],
  sections: [
    section(
      'cas-entry',
      pair('Запис у маніфесті', 'The entry'),
      ...indentedCode('cas-entry', 'cas.yaml'),
      points(
        pair(
          '`services:` — адреси, на які можна повертати людей із квитком: сама адреса та все нижче від неї. Адреса `/cas/` не охоплює `/castle`. Параметрів у записі немає, у запиті — будь-які.',
          '`services:` are the addresses to which people may come back with a ticket: each address itself and everything below it. `/cas/` does not cover `/castle`. The entry has no query; the request may have any.',
        ),
        pair(
          'Реєструйте щонайвужчу адресу. Кожен, хто керує сторінкою нижче від неї, отримує квитки вашого сервісу.',
          'Register the narrowest address. The owner of any page below it receives the tickets of your app.',
        ),
        pair(
          '`attributes:` — які дані віддавати й під якими назвами, див. [6.4](#cas-attributes). Без цього рядка сервіс дізнається лише логін.',
          '`attributes:` says what is given and under which names, see [6.4](#cas-attributes). Without it the app learns the username alone.',
        ),
        pair(
          '`startUrl:` — куди веде картка в переліку сервісів: сторінка, яка починає вхід. Без цього рядка — перша адреса з `services:`.',
          '`startUrl:` is where the card in the list of apps leads: a page that starts a sign-in. Without it the first of `services:` is taken.',
        ),
        pair(
          'Секрету немає: CAS його не знає. Тому квиток діє лише для тієї адреси, на яку його видано, і лише раз.',
          'There is no secret, because CAS has none. Therefore a ticket is valid only for the address it was issued to, and only once.',
        ),
      ),
    ),
    section(
      'cas-addresses',
      pair('Адреси', 'Addresses'),
      text(
        'Продуктові зазвичай потрібна лише основа: адреса Брами та `/cas`. Якщо він питає про версію, беріть 3.',
        'A product usually asks for the base alone: the address of Brama with `/cas`. If it asks for a version, take 3.',
      ),
      table(
        [
          [pair('Адреса', 'Address'), 34],
          [pair('Для чого', 'What it is for'), 66],
        ],
        [
          '`/cas/login`',
          pair(
            'Вхід. `renew=true` — увійти знову; `gateway=true` — нічого не питати, без сеансу повернути без квитка; `method=POST` — принести квиток формою.',
            'Signing in. `renew=true`: sign in again; `gateway=true`: ask nothing, and without a session come back without a ticket; `method=POST`: bring the ticket in a form.',
          ),
        ],
        [
          '`/cas/p3/serviceValidate`',
          pair(
            'Перевірка квитка з атрибутами. `format=JSON` — відповідь у JSON.',
            'Checks a ticket, with attributes. `format=JSON` gives the answer in JSON.',
          ),
        ],
        [
          '`/cas/serviceValidate`',
          pair('Те саме без атрибутів (CAS 2.0).', 'The same without attributes (CAS 2.0).'),
        ],
        [
          '`/cas/p3/proxyValidate`, `/cas/proxyValidate`',
          pair(
            'Так само, але приймають і квитки посередників.',
            'The same, and they accept proxy tickets too.',
          ),
        ],
        [
          '`/cas/proxy`',
          pair(
            'Квиток посередника до іншого сервісу; потрібен `proxy:` у записі.',
            'A proxy ticket for another app; needs `proxy:` in the entry.',
          ),
        ],
        [
          '`/cas/validate`',
          pair(
            'CAS 1.0: `yes` і рядок із логіном, або `no`.',
            'CAS 1.0: `yes` and a line with the username, or `no`.',
          ),
        ],
        [
          '`/cas/samlValidate`',
          pair(
            'Запит POST у SAML 1.1. Атрибути — лише для адрес https.',
            'A POST of SAML 1.1. Attributes are for https addresses only.',
          ),
        ],
        [
          '`/cas/logout`',
          pair('Вихід, див. [6.6](#cas-sign-out).', 'Signing out, see [6.6](#cas-sign-out).'),
        ],
      ),
    ),
    section(
      'cas-ticket',
      pair('Від входу до відповіді', 'From the sign-in to the answer'),
      text(
        'Спрямуйте браузер до Брами й назвіть адресу, на яку він має повернутися:',
        'Send the browser to Brama and name the address to come back to:',
      ),
      code('cas-login', 'Адреса входу', 'Address of the sign-in'),
      text(
        `Брама повертає його з квитком. Квиток має 46 символів, живе ${minutes} хвилин і годиться на одну перевірку, вдалу чи ні:`,
        `Brama sends it back with a ticket. A ticket has 46 characters, lives ${minutes} minutes and is good for one check, whether it succeeds or not:`,
      ),
      code('cas-back', 'Адреса повернення', 'Address to come back to'),
      text(
        'Ваш сервер перевіряє квиток. Адреса в `service=` має бути та сама, що під час входу, з усіма її параметрами, але без `ticket=`.',
        'Your server checks the ticket. The address in `service=` must be the one of the sign-in, with all of its query but without `ticket=`.',
      ),
      code('cas-validate', 'Термінал', 'Terminal'),
      code('cas-answer', 'Відповідь із користувачем', 'Response with the user'),
      text(
        'Тут елементи стоять кожен у своєму рядку для наочності; Брама надсилає їх без жодного пробілу між ними.',
        'The elements stand in lines of their own here; Brama sends them without any space between.',
      ),
      note(
        'Після перевірки створіть новий сеанс і перенаправте браузер на адресу без квитка. Ключ до облікового запису — логін у `cas:user`. Його може змінити лише адміністратор.',
        'After the check begin a new session and redirect the browser to an address without the ticket. The key to an account is the username in `cas:user`. Only an administrator can change it.',
      ),
    ),
    section(
      'cas-attributes',
      pair('Що можна дізнатися', 'What can be learned'),
      text(
        'Ліворуч у `attributes:` — назва, якої очікує продукт, праворуч — джерело з цієї таблиці. Чого Брама не знає, того у відповіді немає; кілька значень — кілька елементів з однією назвою.',
        'On the left of `attributes:` is the name that the product expects, on the right a source of this table. What Brama does not know is left out; several values are several elements of one name.',
      ),
      table(
        [
          [pair('Джерело', 'Source'), 30],
          [pair('Що в ньому', 'What it holds'), 70],
        ],
        [
          '`username`',
          pair('Логін; він же в `cas:user`.', 'The username, which is in `cas:user` too.'),
        ],
        [
          '`fullName`, `fullNameEn`',
          pair(
            'Повне ім’я та повне ім’я латиницею.',
            'The full name, and the full name in Latin letters.',
          ),
        ],
        ['`givenName`', pair('Ім’я.', 'The given name.')],
        ['`email`', pair('Електронна пошта.', 'The email address.')],
        [
          '`studentId`, `employeeId`',
          pair(
            'Номер студента й номер працівника.',
            'The numbers of the student and of the employee.',
          ),
        ],
        [
          '`affiliation`',
          pair(
            '`student`, `employee`, `member` у термінах eduPerson.',
            '`student`, `employee`, `member`, in the terms of eduPerson.',
          ),
        ],
        [
          '`groups`',
          pair('Групи, до яких належить людина.', 'The groups that the person belongs to.'),
        ],
        [
          '`id`',
          pair(
            'Незмінний ідентифікатор людини, однаковий для всіх сервісів із CAS.',
            'The stable id of the person, the same for all apps with CAS.',
          ),
        ],
        [
          '`acr`, `amr`',
          pair(
            'Рівень і способи входу, див. [5.6](#oidc-levels).',
            'Level and ways of the sign-in, see [5.6](#oidc-levels).',
          ),
        ],
        [
          '`taxId`',
          pair(
            'Податковий номер: з `releases: [taxId]`, після входу через Дію.',
            'The tax number: with `releases: [taxId]`, of people who signed in with Diia.',
          ),
        ],
        [
          '`data.…`',
          pair(
            'Поле з додаткових даних людини, наприклад `data.faculty`.',
            'A field of the further data of the person, such as `data.faculty`.',
          ),
        ],
      ),
      text(
        'Відповідь з атрибутами завжди має ще `authenticationDate` (коли людина ввійшла), `isFromNewLogin` (чи ввійшла вона вже після запиту на вхід) і `longTermAuthenticationRequestTokenUsed` (завжди `false`).',
        'An answer with attributes always has `authenticationDate` (when the person signed in), `isFromNewLogin` (whether that was after the login request) and `longTermAuthenticationRequestTokenUsed` (always `false`).',
      ),
    ),
    section(
      'cas-refusals',
      pair('Відмови', 'Refusals'),
      code('cas-refusal', 'Відповідь без користувача', 'Response without a user'),
      table(
        [
          [pair('Код', 'Code'), 40],
          [pair('Причина', 'Cause'), 46],
          [pair('Що робити', 'What to do'), 36],
        ],
        [
          '`INVALID_REQUEST`',
          pair(
            'Параметра бракує, він порожній або стоїть двічі; `format=` — не XML і не JSON.',
            'A parameter is missing, empty or there twice; `format=` is neither XML nor JSON.',
          ),
          pair('Виправте запит.', 'Correct the request.'),
        ],
        [
          '`INVALID_TICKET`',
          pair(
            'Квиток невідомий, використаний, прострочений; сеанс закінчився; людина втратила доступ; з `renew=true` — ввійшла раніше.',
            'The ticket is unknown, used or too old; the session is over; the person has lost access; with `renew=true`, signed in earlier.',
          ),
          pair(
            'Перевіряйте кожен квиток раз; запропонуйте ввійти знову.',
            'Check every ticket once; offer to sign in again.',
          ),
        ],
        [
          '`INVALID_SERVICE`',
          pair(
            'Адреса не та, що під час входу, або її більше немає в записі.',
            'The address is not the one of the sign-in, or is no longer in the entry.',
          ),
          pair(
            'Надсилайте ту саму адресу; за проксі зважайте на схему, хост і порт.',
            'Send the same address; behind a proxy look at scheme, host and port.',
          ),
        ],
        [
          '`INVALID_TICKET_SPEC`',
          pair(
            'Квиток посередника там, де їх не приймають.',
            'A proxy ticket where none is accepted.',
          ),
          '`/cas/proxyValidate`',
        ],
        [
          '`UNAUTHORIZED_SERVICE_PROXY`',
          pair(
            'Є `pgtUrl=`, але в записі немає `proxy:`, або посередників понад десять.',
            'There is `pgtUrl=` and no `proxy:` in the entry, or there are more than ten proxies.',
          ),
          pair(
            'Приберіть `pgtUrl=` або доповніть запис.',
            'Leave `pgtUrl=` out, or complete the entry.',
          ),
        ],
        [
          '`INVALID_PROXY_CALLBACK`',
          pair(
            'Адреса в `pgtUrl=` не зареєстрована, веде до приватної мережі, має недійсний сертифікат або не відповіла 200 за п’ять секунд.',
            'The address in `pgtUrl=` is not registered, is in a private network, has an invalid certificate, or did not respond with 200 in five seconds.',
          ),
          pair(
            'Перевірте сертифікат; приватну мережу дозволяє оператор у `OUTBOUND_ALLOW`.',
            'Look at the certificate; the operator allows a private network in `OUTBOUND_ALLOW`.',
          ),
        ],
        [
          '`UNAUTHORIZED_SERVICE`',
          pair(
            'Посередник не має права на квитки до цього сервісу, або людина не має до нього доступу.',
            'The proxy may not have tickets for this app, or the person may not use it.',
          ),
          pair('Доповніть `proxy:` у записі.', 'Complete `proxy:` in the entry.'),
        ],
        [
          '`INTERNAL_ERROR`',
          pair('Помилка Брами (статус 500 або 503).', 'A fault of Brama (status 500 or 503).'),
          pair('Запропонуйте ввійти згодом.', 'Offer to sign in later.'),
        ],
      ),
      text(
        'Адресу, якої немає в записі, Брама відхиляє вже на `/cas/login`: людина бачить сторінку, яка показує, чим ця адреса відрізняється від зареєстрованої.',
        'An address that is not in the entry is refused at `/cas/login` already: the person sees a page that shows how it differs from the registered one.',
      ),
    ),
    section(
      'cas-sign-out',
      pair('Вихід', 'Signing out'),
      text(
        'Завершіть власний сеанс і спрямуйте браузер на `/cas/logout`. Брама спитає людину, завершить спільний сеанс і поверне її на адресу з `service=`, якщо цю адресу зареєстровано.',
        'End your own session and send the browser to `/cas/logout`. Brama asks the person, ends the common session and leads back to the address in `service=`, if it is registered.',
      ),
      code('cas-logout', 'Адреса виходу', 'Address of the sign-out'),
      text(
        'Коли людина виходить деінде, Брама надсилає POST із полем `logoutRequest` на адресу, для якої було видано квиток. У `SessionIndex` — сам квиток: запам’ятайте, який сеанс він відкрив.',
        'When people sign out elsewhere, Brama posts a field `logoutRequest` to the address that the ticket was issued to. `SessionIndex` is the ticket: remember which session it began.',
      ),
      code('cas-logout-request', 'Вміст logoutRequest', 'Content of logoutRequest'),
      points(
        pair(
          'Увімкніть у продукті приймання виходу (single logout). Якщо він його не вміє, напишіть `singleLogout: false`: людині, яка вийшла, Брама назве ваш сервіс серед тих, з яких треба вийти окремо.',
          'Turn on single logout in the product. If it cannot do that, write `singleLogout: false`: the user is then told to sign out of your app separately.',
        ),
        pair(
          'Якщо продукт приймає вихід за однією адресою, впишіть її: `singleLogout: https://…`, на тому самому хості.',
          'If the product takes sign-outs at one address, name it: `singleLogout: https://…`, on the same host.',
        ),
      ),
    ),
  ],
};
