// Chapter “Trying it”: how to test an integration with the demo, its simulators of Diia and Google, and its invented
// users.
import { indentedCode } from '../attached.ts';
import { type Chapter, code, note, pair, points, section, steps, table, text } from '../book.ts';

export const testing: Chapter = {
  id: 'testing',
  title: pair('Випробування', 'Trying it'),
  blocks: [
    text(
      'Брама запускається на вашому комп’ютері однією командою, з вигаданими людьми та симуляторами Дії й Google. Інтернет потрібен лише для першого встановлення.',
      'Brama starts on your computer by one command, with invented people and simulators of Diia and Google. The internet is needed for the first installation only.',
    ),
  ],
  sections: [
    section(
      'demo',
      pair('Демонстрація', 'The demo'),
      code('demo', 'Термінал, у теці Брами', 'Terminal, in Brama’s folder'),
      table(
        [
          [pair('Адреса', 'Address'), 34],
          [pair('Що там', 'What is there'), 66],
        ],
        ['[http://localhost:3000](http://localhost:3000/)', pair('Брама', 'Brama')],
        [
          pair(
            '[http://localhost:3000/uk/button-wizard](http://localhost:3000/uk/button-wizard)',
            '[http://localhost:3000/en/button-wizard](http://localhost:3000/en/button-wizard)',
          ),
          pair('Конструктор кнопки', 'The button wizard'),
        ],
        [
          '[http://127.0.0.1:3001](http://127.0.0.1:3001/)',
          pair('Приклад сервісу', 'A sample app'),
        ],
        [
          '[http://127.0.0.1:3002](http://127.0.0.1:3002)',
          pair(
            'Симулятор Дії: виберіть людину, і вона «відсканує» код',
            'The Diia simulator: the person you choose there scans the code',
          ),
        ],
        [
          '[http://127.0.0.1:3003](http://127.0.0.1:3003)',
          pair(
            'Симулятор Google: вибір облікового запису й помилки на зворотному шляху',
            'The simulator of Google: a choice of accounts, and what goes wrong on the way back',
          ),
        ],
      ),
    ),
    section(
      'cast',
      pair('Хто там є', 'Who is there'),
      text(
        'Пароль усіх: `brama-demo-2026`. Нікого з них не існує.',
        'The password of all is `brama-demo-2026`. Nobody of them exists.',
      ),
      table(
        [
          [pair('Логін', 'Username'), 26],
          [pair('Хто це', 'Who it is'), 74],
        ],
        ['`o.shevchenko`', pair('студентка', 'a student')],
        ['`m.kovalenko`', pair('працівник', 'an employee')],
        ['`i.melnyk`', pair('студентка й працівниця водночас', 'student and employee at once')],
        [
          '`г.ґудзь`',
          pair(
            'ще не має сервісів; літери поза ASCII в логіні',
            'has no apps yet; a username beyond ASCII',
          ),
        ],
        [
          '`d.lysenko`',
          pair('вимкнений обліковий запис, увійти не можна', 'disabled, cannot sign in'),
        ],
      ),
    ),
    section(
      'sandbox',
      pair('Пісочниця', 'The sandbox'),
      text(
        'Пісочниця — особливий сервіс, з яким увесь вхід можна пройти ще до реєстрації власного. Її `appId` показує конструктор кнопки: натисніть там кнопку перевірки, увійдіть, і Брама покаже саме ту відповідь, яку за квиток отримав би ваш сервер. У демонстрації пісочниця є одразу; на іншій Брамі її вмикає адміністратор:',
        'The sandbox is a special app: with it you can go through the whole sign-in before your app is registered. The button wizard shows its `appId`: try the button there, sign in, and Brama shows exactly the response your server would get for the ticket. The demo has a sandbox; elsewhere the administrator creates one:',
      ),
      ...indentedCode('sandbox-entry', 'sandbox.yaml'),
    ),
    section(
      'own-service',
      pair('Ваш сервіс у демонстрації', 'Your app in the demo'),
      steps(
        pair(
          'Збережіть із вкладень цього PDF запис [розділу 2](#entry), `campus.yaml`, і впишіть у нього власний секрет замість `…`.',
          'Save the entry of [chapter 2](#entry), `campus.yaml`, from the attachments of this PDF, and put a secret of your own in place of the `…`.',
        ),
        pair(
          'Застосуйте його: `npm run brama -- apply campus.yaml`. Сервер зупиняти не треба.',
          'Apply it: `npm run brama -- apply campus.yaml`. The server may run on.',
        ),
        pair(
          'Запустіть програму з [розділу 11](#programs) з `BRAMA_URL=http://localhost:3000` і відкрийте [http://localhost:4000](http://localhost:4000/).',
          'Start a program of [chapter 11](#programs) with `BRAMA_URL=http://localhost:3000` and open [http://localhost:4000](http://localhost:4000/).',
        ),
      ),
    ),
    section(
      'cases',
      pair('Що варто перевірити', 'What to try'),
      points(
        pair(
          'Вхід і вихід кожної людини з таблиці.',
          'Signing in and out as everybody in the table.',
        ),
        pair(
          'Людину без доступу: вона лишається в Брамі й бачить пояснення.',
          'Somebody without access: they stay in Brama and read why.',
        ),
        pair(
          'Чужий або порожній `state` та вигаданий `ticketId`: ніхто не має увійти.',
          'A foreign or empty `state`, and a made-up `ticketId`: no one may be signed in.',
        ),
        pair(
          'Кнопка «Назад» і дві вкладки: кожен перехід має власний квиток.',
          'The back button and two tabs: every visit has its own ticket.',
        ),
        pair(
          'Зупинену Браму: ваш сервіс показує зрозумілу сторінку, а не помилку програми.',
          'Brama stopped: your app shows a page that people understand.',
        ),
      ),
      note(
        'Такі рядки журналу, як відмови сервісам, демонстрація показує з `LOG_LEVEL=info npm start`.',
        'The demo shows refusals to apps in its log with `LOG_LEVEL=info npm start`.',
      ),
    ),
  ],
};
