// Chapter “When something is wrong”: tables of symptoms, causes and remedies, with the real messages and error codes.

import en from '../../../../web/locales/en/apps.json' with { type: 'json' };
import enPages from '../../../../web/locales/en/interaction.json' with { type: 'json' };
import uk from '../../../../web/locales/uk/apps.json' with { type: 'json' };
import ukPages from '../../../../web/locales/uk/interaction.json' with { type: 'json' };
import { type Chapter, pair, section, table, text } from '../book.ts';

const columns: [ReturnType<typeof pair>, number][] = [
  [pair('Що видно', 'What you see'), 30],
  [pair('Чому', 'Why'), 34],
  [pair('Що зробити', 'What to do'), 36],
];

export const troubleshooting: Chapter = {
  id: 'troubleshooting',
  title: pair('Якщо щось не так', 'When something is wrong'),
  blocks: [
    text(
      'У кожній відмові є номер запиту: `requestId` у відповіді, а на сторінці код помилки: перші вісім символів того самого номера. За ним адміністратор знайде причину в журналі. Відмови, на які натрапляє сервер із квитком, перелічено в [4.5](#ticket-refusals).',
      'Every refusal has a number: `requestId` in an answer, or on a page the reference code: the first eight characters of the same number. By it an administrator finds the reason in the log. What a server with a ticket may be refused with is listed in [4.5](#ticket-refusals).',
    ),
  ],
  sections: [
    section(
      'trouble-button',
      pair('Кнопка', 'The button'),
      table(
        columns,
        [
          pair('Видно лише посилання', 'Only the link is seen'),
          pair('Скрипт заблоковано або не завантажено', 'The script is blocked or did not arrive'),
          pair(
            'Дозвольте джерело в `script-src`, див. [3.5](#button-policy); перевірте адресу',
            'Allow the source in `script-src`, see [3.5](#button-policy); check the address',
          ),
        ],
        [
          pair(
            'Нічого не видно, у консолі `[KPI ID]`',
            'Nothing is seen, `[KPI ID]` in the console',
          ),
          pair('Немає `data-app-id`', '`data-app-id` is missing'),
          pair('Додайте ідентифікатор сервісу', 'Add the id of the app'),
        ],
        [
          pair(
            'Скрипт відхилено через `integrity`',
            'The script is refused because of `integrity`',
          ),
          pair(
            'Перевірка стоїть біля адреси без гешу, а той скрипт змінюється',
            'It is used with an address without a hash; that script changes',
          ),
          pair(
            'Візьміть у конструкторі кнопки весь рядок, див. [3.5](#button-policy)',
            'Take the whole line from the button wizard, see [3.5](#button-policy)',
          ),
        ],
        [
          pair(
            'Видно лише посилання, `/v1/kpi-id-signin.….js` — 404',
            'Only the link is seen, `/v1/kpi-id-signin.….js` is 404',
          ),
          pair(
            'Рядок узято з версії Брами, яка не була випуском',
            'The line came from a build of Brama that was no release',
          ),
          pair(
            'Візьміть новий рядок у конструкторі кнопки',
            'Take the new line from the button wizard',
          ),
        ],
        [
          pair(
            'У фреймі після натискання нічого не відкривається',
            'In a frame a click opens nothing',
          ),
          pair(
            '`sandbox` фрейму забороняє нові вкладки й перехід усього вікна',
            'The `sandbox` of the frame forbids new tabs and leaving for the whole window',
          ),
          pair(
            'Додайте дозволи, див. [3.7](#button-frame)',
            'Add tokens, see [3.7](#button-frame)',
          ),
        ],
        [
          pair('Кнопка не оновлюється', 'The button does not change'),
          pair('Атрибути змінено після малювання', 'Attributes were changed after it was drawn'),
          pair('Викличте `window.KPIID.init()`', 'Call `window.KPIID.init()`'),
        ],
      ),
    ),
    section(
      'trouble-sign-in',
      pair('Вхід', 'Signing in'),
      table(
        columns,
        [
          pair(`«${uk['redirect-error'].title}»`, `“${en['redirect-error'].title}”`),
          pair('`appId` невідомий', '`appId` is unknown'),
          pair('Звірте `appId` із маніфестом', 'Compare `appId` with the manifest'),
        ],
        [
          pair(
            `«${uk['redirect-error'].named.replace('{{app}}', '…')}»`,
            `“${en['redirect-error'].named.replace('{{app}}', '…')}”`,
          ),
          pair('Людина не має доступу', 'The person has no access'),
          pair(
            'Перевірте `access` і групи людини',
            'Look at `access` and the groups of the person',
          ),
        ],
        [
          pair(
            'Людина повертається, але сервіс її не впускає (програми з [розділу 11](#programs) пишуть «That did not work»)',
            'The person comes back, and the app does not let them in (the programs of [chapter 11](#programs) say “That did not work”)',
          ),
          pair(
            'Не збігається `state`, або cookie не збереглася',
            '`state` differs, or the cookie was not kept',
          ),
          pair(
            'Починайте й завершуйте вхід на одному й тому самому хості; `SameSite=Lax`, не `Strict`',
            'Begin and end on the same host; `SameSite=Lax`, not `Strict`',
          ),
        ],
        [
          pair(
            'Сторінка зі статусом 400 і словами `invalid_request`, `state`',
            'A page with status 400 that says `invalid_request`, `state`',
          ),
          pair(
            '`state` задовгий, має інші символи, ніж друковані ASCII, або стоїть двічі',
            '`state` is too long, has other than printable ASCII characters, or stands twice',
          ),
          pair(
            'Передавайте випадковий рядок, а решту зберігайте в себе, див. [4.1](#ticket-return)',
            'Send a random text and keep the rest on your side, see [4.1](#ticket-return)',
          ),
        ],
        [
          pair(`«${ukPages['level-needed'].title}»`, `“${enPages['level-needed'].title}”`),
          pair(
            'У записі є `minimumLevel`, якого людина ще не досягла',
            'The entry has a `minimumLevel` that the person has not reached yet',
          ),
          pair(
            'Сторінка пояснює, що зробити, див. [5.6](#oidc-levels)',
            'The page explains what to do, see [5.6](#oidc-levels)',
          ),
        ],
        [
          '`application.credentials-refused`',
          pair('Секрет не той, або його закодовано двічі', 'Another secret, or one encoded twice'),
          pair(
            'Передавайте секрет як є, лише Base64 для Basic; застосуйте маніфест',
            'Send the secret as it is, with Base64 for Basic only; apply the manifest',
          ),
        ],
        [
          '`application.ticket-refused`',
          pair(
            'Квиток прострочений або чужий, чи людина вийшла, перш ніж його прочитали',
            'The ticket is too old or another’s, or the person signed out before it was read',
          ),
          pair(
            'Читайте квиток одразу; запропонуйте ввійти ще раз',
            'Read tickets at once; offer to sign in again',
          ),
        ],
        [
          pair('`TAX_ID` порожній', '`TAX_ID` is empty'),
          pair(
            'Немає `releases: [taxId]`, або людина ввійшла не через Дію',
            'No `releases: [taxId]`, or the person did not sign in with Diia',
          ),
          pair(
            'Доповніть запис; подивіться на `AUTH_METHOD`',
            'Complete the entry; look at `AUTH_METHOD`',
          ),
        ],
      ),
    ),
    section(
      'trouble-oidc',
      'OpenID Connect',
      table(
        columns,
        [
          pair(
            'З переліку сервісів чи від кнопки людина потрапляє на головну сторінку, і вхід не починається',
            'From the list of apps or the button people come to the front page, and no sign-in is begun',
          ),
          pair('У записі немає `initiate_login_uri`', 'The entry has no `initiate_login_uri`'),
          pair(
            'Додайте цей рядок, див. [5.1](#oidc-entry)',
            'Add that line, see [5.1](#oidc-entry)',
          ),
        ],
        [
          pair('`invalid_redirect_uri` на сторінці', '`invalid_redirect_uri` on the page'),
          pair(
            'Адреса відрізняється від зареєстрованої; сторінка показує чим',
            'The address differs from the registered one; the page shows where',
          ),
          pair(
            'Зареєструйте її посимвольно; за проксі зважайте на схему й порт',
            'Register it character by character; behind a proxy look at scheme and port',
          ),
        ],
        [
          '`invalid_scope`',
          pair('Сервіс просить більше, ніж має в записі', 'More is asked for than the entry holds'),
          pair('Додайте до `scope` або просіть менше', 'Add it to `scope`, or ask for less'),
        ],
        [
          pair('`invalid_request`, `code_challenge`', '`invalid_request`, `code_challenge`'),
          pair('Немає PKCE', 'PKCE is missing'),
          pair(
            'Увімкніть S256 або додайте `pkce: allowed`',
            'Turn on S256, or add `pkce: allowed`',
          ),
        ],
        [
          '`unmet_authentication_requirements`',
          pair(
            'Людина не досягла рівня, якого вимагає сервіс, або тут його не дає жоден спосіб входу',
            'The person has not reached the level that the app requires, or no way to sign in reaches it here',
          ),
          pair(
            'Порадьте налаштувати двоетапну перевірку, див. [5.6](#oidc-levels)',
            'Suggest setting up two-step verification, see [5.6](#oidc-levels)',
          ),
        ],
        [
          '`invalid_client`',
          pair(
            'Інший секрет або інший спосіб його передати',
            'Another secret, or another way to send it',
          ),
          pair(
            'Узгодьте `token_endpoint_auth_method`',
            'Make both sides say the same `token_endpoint_auth_method`',
          ),
        ],
        [
          pair('Статус 429, `temporarily_unavailable`', 'Status 429, `temporarily_unavailable`'),
          pair(
            'З однієї мережі забагато запитів або неправильних секретів',
            'Too many requests, or wrong secrets, from one network',
          ),
          pair(
            'Чекайте, скільки каже `Retry-After`; звірте секрет',
            'Wait as long as `Retry-After` says; compare the secret',
          ),
        ],
        [
          '`invalid_grant`',
          pair(
            'Код використано, прострочено або виданий на іншу адресу; токен оновлення вже не діє або не відповідає рівню `minimumLevel`',
            'The code was used, is too old, or was for another address; the refresh token is no longer valid, or below `minimumLevel`',
          ),
          pair(
            'Прочитайте `error_description`; почніть вхід заново',
            'Read `error_description`; begin the sign-in anew',
          ),
        ],
      ),
    ),
  ],
};
