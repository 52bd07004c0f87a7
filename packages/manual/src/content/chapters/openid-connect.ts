// Chapter “OpenID Connect”, for developers who write their own client. `docs/integrate/recipes.md` has recipes for existing
// products.
import { lifetimes } from '@brama/contract/lifetimes';
import { indentedCode } from '../attached.ts';
import { type Chapter, code, note, pair, points, section, table, text } from '../book.ts';

const { code: codeSeconds, accessToken, refreshToken, repeatedRefresh } = lifetimes;
const [hours, days] = [accessToken / 3600, refreshToken / 86_400];
const [hoursUk, hoursEn] = hours === 1 ? ['годину', 'an hour'] : [`${hours} год`, `${hours} hours`];

export const openidConnect: Chapter = {
  id: 'openid-connect',
  title: 'OpenID Connect',
  blocks: [
    text(
      '[OpenID Connect](https://openid.net/specs/openid-connect-core-1_0.html) — стандарт, який знають готові продукти й бібліотеки всіх мов. Беріть бібліотеку: запити нижче показують, що саме вона робить, і допоможуть знайти помилку.',
      '[OpenID Connect](https://openid.net/specs/openid-connect-core-1_0.html) is the standard that products and libraries of every language know. Take a library: the requests below show what it does and help to find a fault.',
    ),
  ],
  sections: [
    section(
      'oidc-entry',
      pair('Запис у маніфесті', 'The entry'),
      ...indentedCode('oidc-entry', 'openid-connect.yaml'),
      points(
        pair(
          'Адресу в `redirect_uris` порівнюють посимвольно: скісна риска в кінці теж має значення.',
          'Addresses in `redirect_uris` are compared character by character: a slash at the end counts too.',
        ),
        pair(
          'На `initiate_login_uri` Брама приводить людей зі свого переліку сервісів і від кнопки, додавши `iss`: переконайтеся, що це адреса вашої Брами, і почніть звичайний вхід ([5.3](#oidc-code)). Без цього рядка люди потрапляють на головну сторінку сайту, і вхід сам не починається.',
          'To `initiate_login_uri` Brama leads people from its list of apps and from the button, and adds `iss`: make sure that it is the address of your Brama, and start a normal sign-in ([5.3](#oidc-code)). Without this line people come to the front page of the site, and no sign-in is begun.',
        ),
        pair(
          'PKCE (S256) обов’язковий. Продуктам, які його не вміють, потрібен рядок `pkce: allowed` поруч із `type`.',
          'PKCE (S256) is required. Products that do not know it need the line `pkce: allowed` beside `type`.',
        ),
        pair(
          'Застосунку без сервера (мобільному, односторінковому) дайте `token_endpoint_auth_method: none` і жодного секрету.',
          'An app without a server (mobile, single-page) has `token_endpoint_auth_method: none` and no secret.',
        ),
      ),
    ),
    section(
      'oidc-discovery',
      pair('Усе за однією адресою', 'Everything at one address'),
      text(
        'Адреси, ключі й можливості описано тут; бібліотеці потрібна лише адреса Брами (issuer) без скісної риски в кінці.',
        'Addresses, keys and abilities are described here; a library needs the address of Brama (the issuer), without a slash at its end.',
      ),
      code('discovery', 'Термінал', 'Terminal'),
    ),
    section(
      'oidc-code',
      pair('Код і PKCE', 'Code and PKCE'),
      text(
        'Створіть `verifier`, `state` і `nonce`, запам’ятайте їх для цього браузера й спрямуйте його за адресою, яку друкує останній рядок.',
        'Make `verifier`, `state` and `nonce`, remember them for this browser, and send it to the address that the last line prints.',
      ),
      code('authorize', 'Термінал', 'Terminal'),
      text(
        'Браузер повертається на `redirect_uri` з `code`, `state` та `iss`, або з `error`. Звірте `state` і `iss`.',
        'The browser comes back to the `redirect_uri` with `code`, `state` and `iss`, or with `error`. Compare `state` and `iss`.',
      ),
      text(
        `Обміняйте код на токени. Код живе ${codeSeconds} секунд і спрацьовує один раз:`,
        `Exchange the code for tokens. A code lives ${codeSeconds} seconds and works once:`,
      ),
      code('token', 'Термінал', 'Terminal'),
      text(
        'В ID-токені перевірте підпис (ES256, якщо не просили іншого; ключі — за `jwks_uri`), `iss`, `aud`, `exp` і `nonce`. Дані про людину дає userinfo:',
        'In the ID token check the signature (ES256 unless another was asked for; the keys are at `jwks_uri`), `iss`, `aud`, `exp` and `nonce`. Who the person is, userinfo tells:',
      ),
      code('userinfo', 'Термінал', 'Terminal'),
      code('userinfo-answer', 'Відповідь 200', 'Response: 200'),
    ),
    section(
      'oidc-scopes',
      pair('Що можна дізнатися', 'What can be learned'),
      table(
        [
          [pair('Scope', 'Scope'), 18],
          [pair('Поля (claims)', 'Claims'), 82],
        ],
        [
          '`openid`',
          pair(
            '`sub` — незмінний і лише цієї людини, ключ до облікового запису; `auth_time`, `acr`, `amr`; `sid`, якщо його замовлено для виходу',
            '`sub`: stable, of this person alone, the key to an account; `auth_time`, `acr`, `amr`; `sid` where it was asked for, for signing out',
          ),
        ],
        ['`profile`', '`name`, `given_name`, `name#uk`, `name#en`, `preferred_username`'],
        ['`email`', '`email`, `email_verified`'],
        ['`groups`', '`groups`'],
        ['`campus`', '`student_id`, `employee_id`, `eduperson_affiliation`'],
        [
          '`tax_id`',
          pair(
            '`tax_id` — з `releases: [taxId]`, після входу через Дію',
            '`tax_id`: with `releases: [taxId]`, of people who signed in with Diia',
          ),
        ],
      ),
      text(
        'Усе, що просить сервіс, має стояти в `scope` його запису. Чого Брама не знає, того у відповіді немає. Коли особу має підтвердити держава, просіть `acr_values=urn:brama:acr:2` і перевіряйте `acr`: це вхід через Дію або з ключем доступу, який людина додала після нього. Коли потрібні два фактори, просіть `urn:brama:acr:mfa`. Лише Дію приймає сервіс із `signInMethods: [diia]`.',
        'Whatever the app asks for must stand in the `scope` of its entry. What Brama does not know is left out. Where the state has to vouch for the person, ask for `acr_values=urn:brama:acr:2` and check `acr`: that is a sign-in with Diia, or with a passkey which the person has added after one. Where two factors are needed, ask for `urn:brama:acr:mfa`. An app with `signInMethods: [diia]` takes Diia alone.',
      ),
    ),
    section(
      'oidc-refresh',
      pair('Оновлення токенів', 'Refreshing tokens'),
      text(
        `Токен доступу живе ${hoursUk}. Токен оновлення (з \`refresh_token\` у \`grant_types\`) — доки триває сеанс людини в Брамі, але не більше ${days} днів без використання.`,
        `An access token lives ${hoursEn}. A refresh token (with \`refresh_token\` in \`grant_types\`) lives as long as the person’s session in Brama, and at most ${days} days unused.`,
      ),
      code('refresh', 'Термінал', 'Terminal'),
      note(
        `Кожен токен оновлення спрацьовує один раз: спершу збережіть новий. Оновлюйте по одному (блокування між процесами). Відповідь загубилася — той самий токен можна надіслати ще раз протягом ${repeatedRefresh} секунд; пізніше це вважатимуть крадіжкою, і всі токени сеансу стануть недійсними.`,
        `Every refresh token works once: store the new one first. Refresh one at a time, with a lock between processes. If an answer was lost, the same token may be sent again within ${repeatedRefresh} seconds; later that looks like theft and ends all tokens of the session.`,
      ),
    ),
    section(
      'oidc-levels',
      pair('Рівні входу', 'Levels of a sign-in'),
      text(
        'Рівень каже, що саме людина довела під час входу. Його видно в `acr`, а способи — в `amr`. Два фактори й підтверджена особа — різні речі: жодне не означає іншого.',
        'The level says what the person has proved. `acr` has it, and `amr` has the ways. Two factors and a proved identity are different things: neither means the other.',
      ),
      table(
        [
          [pair('Рівень (`acr`)', 'Level (`acr`)'), 26],
          [pair('Який вхід його має', 'Which sign-in reaches it'), 74],
        ],
        [
          '`urn:brama:acr:1`',
          pair(
            'Будь-який: за паролем, через Google, після відновлення доступу',
            'Any: with a password, with Google, after the account was recovered',
          ),
        ],
        [
          '`urn:brama:acr:mfa`',
          pair(
            'З ключем доступу, або за паролем чи через Google, коли людина ввела ще й код застосунку-автентифікатора чи резервний код',
            'With a passkey, or with a password or Google and a code of an authenticator app or a recovery code',
          ),
        ],
        [
          '`urn:brama:acr:2`',
          pair(
            'Через Дію, або з ключем доступу, доданим одразу після такого входу',
            'With Diia, or with a passkey that was added right after such a sign-in',
          ),
        ],
      ),
      points(
        pair(
          '`acr_values` — побажання: людина може продовжити й без рівня, тож завжди перевіряйте `acr`.',
          '`acr_values` is a wish: people can continue without the level, so always check `acr`.',
        ),
        pair(
          'Щоб вимагати рівень для одного запиту, просіть `acr` у параметрі `claims` з `essential: true`; для всіх входів — напишіть `minimumLevel` у записі.',
          'To require a level for one request, ask for `acr` in the parameter `claims` with `essential: true`; for every sign-in, write `minimumLevel` in the entry.',
        ),
        pair(
          'Людина додає лише те, чого бракує. Кому рівень ще недоступний, тому сторінка пояснює, що зробити, і посилання з неї повертає сервісові `unmet_authentication_requirements`.',
          'People add only what is missing. A page explains to the others what to do; its link returns `unmet_authentication_requirements` to the app.',
        ),
        pair(
          'Двоетапну перевірку й ключі доступу кожен налаштовує в обліковому записі, у розділі «Способи входу». Хто загубив телефон, відкриває «Не вдається увійти?» на сторінці входу. Коли не лишилося жодного способу, адміністратор видає тимчасовий код доступу.',
          'Everybody sets up two-step verification and passkeys in the account, under “Ways to sign in”. A person who has lost the phone opens “Can’t sign in?” on the sign-in page. If no way is left, the administrator issues a temporary access code.',
        ),
      ),
    ),
  ],
};
