// Chapter “Where to begin”: what Brama does for a site, and how to choose between ticket, OpenID Connect and link.
import { type Chapter, pair, section, steps, table, text } from '../book.ts';

export const beginning: Chapter = {
  id: 'beginning',
  title: pair('З чого почати', 'Where to begin'),
  blocks: [
    text(
      'Брама — єдиний вхід університету. Студенти й працівники входять у ній один раз, через Дію, через Google або за паролем, а далі переходять до сервісів, які до неї під’єднано. Ваш сервіс не бачить паролів і не зберігає їх: він дізнається лише, хто прийшов.',
      'Brama is the one sign-in of the university. Students and staff sign in there once, with Diia, Google or a password, and go on to the apps connected to it. Your app neither sees nor keeps a password: it learns who has come, and nothing more.',
    ),
    text(
      'Для першого входу вистачить п’яти хвилин: зареєструйте сервіс ([розділ 2](#registering)), поставте кнопку ([розділ 3](#button)) і запустіть одну з готових програм ([розділ 11](#programs)).',
      'The first sign-in takes five minutes: register the app ([chapter 2](#registering)), place the button ([chapter 3](#button)) and start one of the whole programs ([chapter 11](#programs)).',
    ),
  ],
  sections: [
    section(
      'journey',
      pair('Що відбувається під час входу', 'What happens at a sign-in'),
      steps(
        pair(
          'Людина натискає кнопку на вашому сайті й потрапляє до Брами. В адресі — ідентифікатор сервісу `appId` і, якщо ви його дали, `state`.',
          'A person presses the button on your site and comes to Brama. The address holds the id of the app, `appId`, and `state` where you gave one.',
        ),
        pair(
          'Брама впізнає людину. Хто вже ввійшов, не бачить жодної сторінки.',
          'Brama finds out who it is. Whoever is signed in already sees no page at all.',
        ),
        pair(
          'Брама перевіряє, чи має людина доступ до сервісу, і повертає браузер на вашу адресу з одноразовим квитком (або кодом OpenID Connect).',
          'Brama checks that this person may use the app and sends the browser back to your address with a ticket (or with a code of OpenID Connect).',
        ),
        pair(
          'Ваш сервер обмінює квиток на дані людини: напряму, не через браузер, і зі своїм секретом.',
          'Your server exchanges it for the user’s data: directly, not through the browser, and with its own secret.',
        ),
        pair(
          'Ваш сервіс відкриває власний сеанс. Далі Брама йому не потрібна.',
          'Your app starts its own session. From then on it does not need Brama.',
        ),
      ),
    ),
    section(
      'ways',
      pair('Який спосіб вибрати', 'Which way suits you'),
      table(
        [
          [pair('Спосіб', 'Way'), 22],
          [pair('Коли він доречний', 'When it fits'), 46],
          [pair('Що потрібно від вас', 'What it takes'), 42],
        ],
        [
          pair('Квиток\u00A0— [розділ 4](#ticket)', 'Ticket\u00A0– [chapter 4](#ticket)'),
          pair(
            'Ваш власний сайт будь-якою мовою програмування: найменше коду.',
            'Your own site in any language: the least code.',
          ),
          pair('Один запит із вашого сервера.', 'One request of your server.'),
        ],
        [
          pair(
            'OpenID Connect\u00A0— [розділ 5](#openid-connect)',
            'OpenID Connect\u00A0– [chapter 5](#openid-connect)',
          ),
          pair(
            'Готові продукти (Moodle, Nextcloud, GitLab, Grafana), мобільні застосунки, вихід одразу з усіх сервісів.',
            'Products (Moodle, Nextcloud, GitLab, Grafana), mobile apps, signing out everywhere at once.',
          ),
          pair(
            'Налаштування продукту або бібліотека OpenID Connect.',
            'The settings of the product, or a library for OpenID Connect.',
          ),
        ],
        [
          pair('CAS\u00A0— [розділ 6](#cas)', 'CAS\u00A0– [chapter 6](#cas)'),
          pair(
            'Системи, які знають лише CAS: Koha, DSpace, давні версії Moodle.',
            'Systems that know only CAS: Koha, DSpace, older versions of Moodle.',
          ),
          pair('Налаштування продукту.', 'The settings of the product.'),
        ],
        [
          pair('Посилання', 'Link'),
          pair(
            'Сторінка без власного входу, яку треба показати людям у переліку сервісів.',
            'A page without a sign-in that people should find among their apps.',
          ),
          pair('Лише запис у маніфесті.', 'An entry in the manifest.'),
        ],
      ),
    ),
  ],
};
