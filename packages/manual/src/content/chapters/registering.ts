// Chapter “Registering an app”: the entry of an application in the manifest, and how the administrator applies it.
import { indentedCode } from '../attached.ts';
import { type Chapter, code, note, pair, points, section, steps, table, text } from '../book.ts';

export const registering: Chapter = {
  id: 'registering',
  title: pair('Реєстрація сервісу', 'Registering an app'),
  blocks: [
    text(
      'Брама знає сервіс із запису в маніфесті — файлі YAML, який застосовує адміністратор. Складіть запис і надішліть його адміністраторові; секрет передайте окремо, захищеним каналом.',
      'Brama knows an app by its entry in the manifest, a YAML file that the administrator applies. Write the entry and send it to the administrator; hand over the secret separately and safely.',
    ),
  ],
  sections: [
    section(
      'entry',
      pair('Запис у маніфесті', 'The entry'),
      ...indentedCode('entry', 'campus.yaml'),
      table(
        [
          [pair('Поле', 'Field'), 20],
          [pair('Що означає', 'What it is'), 80],
        ],
        [
          '`id`',
          pair(
            'Ідентифікатор сервісу, UUID. Він же `appId` у кнопці та в запитах. Не таємниця.',
            'The app ID, a UUID: the `appId` of the button and of requests. Not a secret.',
          ),
        ],
        [
          '`name`',
          pair(
            'Коротке ім’я: малі латинські літери, цифри, дефіс. Унікальне.',
            'A short name: small Latin letters, digits, hyphens. No two apps share one.',
          ),
        ],
        [
          '`title`, `description`',
          pair(
            'Що бачать люди в переліку сервісів, українською та англійською: до 100 і до 500 символів.',
            'What people read in their list of apps, in Ukrainian and English: at most 100 and 500 characters.',
          ),
        ],
        [
          '`access`',
          pair(
            '`everyone` або `{ groups: [students, employees] }`: хто може відкрити сервіс.',
            '`everyone`, or `{ groups: [students, employees] }`: who may open the app.',
          ),
        ],
        [
          '`contact`',
          pair(
            'До кого звертатися, коли доступу немає: електронна пошта або https-адреса. Необов’язково.',
            'Whom to ask when access is missing: an email address or an https address. Optional.',
          ),
        ],
        [
          '`releases`',
          pair(
            '`[taxId]` дозволяє сервісу дізнаватися податковий номер тих, хто ввійшов через Дію. Без цього рядка — ніколи.',
            '`[taxId]` lets the app learn the tax number of people who signed in with Diia. Without this line, never.',
          ),
        ],
        [
          '`minimumLevel`',
          pair(
            'Рівень, нижче якого до сервісу не ввійти жодним способом, і з квитком теж: `urn:brama:acr:mfa` (два фактори) або `urn:brama:acr:2` (особу підтвердила Дія). Необов’язково; див. [5.6](#oidc-levels).',
            'The level that every sign-in to the app must reach, with a ticket too: `urn:brama:acr:mfa` (two factors) or `urn:brama:acr:2` (Diia has proved the identity). Optional; see [5.6](#oidc-levels).',
          ),
        ],
        [
          '`protocol`',
          pair(
            'Спосіб, адреса повернення `redirectUrl` і секрет. Адреса — https; http можна для `localhost` і `*.localhost`, а на випробувальних Брамах ще й для імен без крапки, як у мережі контейнерів. `returnErrors: true` — див. [4.8](#ticket-no-access).',
            'The way, the address to come back to (`redirectUrl`) and the secret. The address is https; http is for `localhost` and `*.localhost`, and outside production for names without a dot, as in a container network. `returnErrors: true`: see [4.8](#ticket-no-access).',
          ),
        ],
      ),
    ),
    section(
      'secret',
      pair('Секрет', 'The secret'),
      text(
        'Секрет доводить, що запит надіслав ваш сервер. Створіть його так:',
        'The secret proves that a request comes from your server. Make it like this:',
      ),
      code('secret', 'Термінал', 'Terminal'),
      points(
        pair(
          'Не менше 128 випадкових бітів і не більше 256 символів ASCII без пробілів. Слова й повтори `apply` відхиляє.',
          'At least 128 random bits, at most 256 characters of ASCII without spaces. `apply` refuses words and repetitions.',
        ),
        pair(
          'Брама зберігає лише геш: утрачений секрет не відновити, його замінюють новим і застосовують маніфест ще раз.',
          'Brama keeps only a hash: a lost secret cannot be recovered; put a new one in its place and apply the manifest again.',
        ),
        pair(
          'Тримайте секрет у змінній середовища або у сховищі секретів, не в коді й не в браузері.',
          'Keep it in the environment or in a store of secrets, not in the code and never in the browser.',
        ),
      ),
    ),
    section(
      'apply',
      pair('Що робить адміністратор', 'What the administrator does'),
      steps(
        pair(
          'Перевіряє запис: назви обома мовами, адресу повернення, групи в `access`, підставу для `releases`.',
          'Reads the entry: the names in both languages, the address to come back to, the groups in `access`, the grounds for `releases`.',
        ),
        pair('Застосовує файл на сервері Брами:', 'Applies the file on the server of Brama:'),
      ),
      code('apply', 'Термінал', 'Terminal'),
      text(
        'Команда змінює лише те, що відрізняється, і або все, або нічого. Помилки називає всі разом, із рядком у файлі. Сервер працює далі; зміни діють з наступного запиту. Того, чого у файлі немає, команда не видаляє, тож маніфест вашого сервісу може бути окремим файлом.',
        'The command changes what differs, all of it or nothing. It reports every error at once, with its line in the file. The server keeps running; changes apply from the next request. What the file omits stays as it is, so your app’s manifest may be a separate file.',
      ),
      note(
        'Поле `secret` після першого застосування можна не вказувати: збережений геш лишається чинним.',
        'The field `secret` may be left out once it has been applied: the hash that is kept stays valid.',
      ),
    ),
  ],
};
