// Chapter “Before going live”: what to check before the first users sign in.
import { type Chapter, pair, points, section, text } from '../book.ts';

export const checklist: Chapter = {
  id: 'checklist',
  title: pair('Перед запуском', 'Before going live'),
  blocks: [
    text('Пройдіть перелік від початку до кінця.', 'Go through the list from top to bottom.'),
  ],
  sections: [
    section(
      'checklist-registration',
      pair('Реєстрація', 'Registration'),
      points(
        pair(
          'Адреси в записі — робочі, на https, без тестових.',
          'The addresses in the entry are the real ones, on https, none of tests.',
        ),
        pair(
          'Секрет новий: не той, що на випробуваннях, і не в репозиторії.',
          'The secret is a new one: not that of the tests, and in no repository.',
        ),
        pair(
          '`access` називає саме ті групи, яким потрібен сервіс.',
          '`access` names the groups that need the app, and no more.',
        ),
        pair(
          '`contact` указує на людей, які справді відповідають.',
          '`contact` leads to people who do answer.',
        ),
        pair(
          '`releases` і `scope` не просять зайвого.',
          '`releases` and `scope` ask for nothing that is not needed.',
        ),
      ),
    ),
    section(
      'checklist-site',
      pair('Ваш сайт', 'Your site'),
      points(
        pair(
          '`state` випадковий, звіряється й одноразовий.',
          '`state` is random, compared, and used once.',
        ),
        pair(
          'Новий сеанс після входу; cookie з `Secure`, `HttpOnly`, `SameSite=Lax`.',
          'A new session after the sign-in; cookies with `Secure`, `HttpOnly`, `SameSite=Lax`.',
        ),
        pair(
          'Квитки, коди, токени й секрети не потрапляють у журнали та повідомлення про помилки.',
          'No ticket, code, token or secret reaches a log or an error report.',
        ),
        pair(
          'Час очікування, повтори й сторінка на випадок, коли Брама не відповідає.',
          'A timeout, retries, and a page for when Brama does not respond.',
        ),
        pair(
          'Людей упізнаєте за номером або `sub`, а не за іменем чи поштою.',
          'People are known by number or `sub`, not by name or email.',
        ),
        pair(
          'Кнопка без `data-dev-mode`, із посиланням усередині.',
          'The button has no `data-dev-mode`, and has its link inside.',
        ),
        pair(
          'Годинник сервера синхронізовано (потрібно для OpenID Connect).',
          'The clock of the server is right (OpenID Connect needs it).',
        ),
      ),
    ),
    section(
      'checklist-people',
      pair('Люди', 'People'),
      points(
        pair(
          'Вихід видно на кожній сторінці; на спільних комп’ютерах він веде й до виходу з Брами.',
          'Signing out is seen on every page; on shared computers it leads out of Brama too.',
        ),
        pair(
          'У вашій політиці конфіденційності сказано, що дані надходять із Брами.',
          'Your privacy policy says that the data comes from Brama.',
        ),
        pair(
          'Підтримка знає, де знайти `requestId` і `TRACE_ID`.',
          'Your support knows where to find `requestId` and `TRACE_ID`.',
        ),
      ),
    ),
  ],
};
