// Chapter “The sign-in button”: how to put it on a page in each supported form. The table of attributes is generated
// from the options of the button.

import { sizes } from '@brama/signin-button/button/look';
import {
  attributeOf,
  captions,
  longestCaption,
  type OptionName,
  optionNames,
  options,
} from '@brama/signin-button/options';
import {
  type Chapter,
  code,
  note,
  pair,
  points,
  section,
  table,
  text,
  type Words,
} from '../book.ts';

const { small, medium, large } = sizes;

const meaning: Record<OptionName, Words> = {
  appId: pair('Ідентифікатор сервісу. Обов’язковий.', 'The app ID. Required.'),
  size: pair(
    `Висота: ${large.height}, ${medium.height} або ${small.height} px.`,
    `The height: ${large.height}, ${medium.height} or ${small.height} px.`,
  ),
  color: pair('Суцільна кнопка або лише контур.', 'A full button, or an outline.'),
  logoAlignment: pair('З якого боку логотип Брами.', 'The side of Brama’s logo.'),
  caption: pair(
    `Напис. Без нього — «${captions.uk}» або «${captions.en}». Довший за ${longestCaption} символів обрізується.`,
    `The words on it; “${captions.uk}” or “${captions.en}” unless given. Cut after ${longestCaption} characters.`,
  ),
  locale: pair(
    'Мова напису. З `en` кнопка веде на англійські сторінки, з `uk` — на сторінки мовою, яку людина вибрала раніше.',
    'The language of the words. With `en` the button leads to the pages in English, with `uk` to those in the language the person chose before.',
  ),
  fullWidth: pair('Розтягнути на ширину місця.', 'As wide as its place.'),
  className: pair(
    'CSS-класи для елемента, у якому стоїть кнопка.',
    'Classes for the element that holds the button.',
  ),
  devMode: pair(
    'Червоний пунктир і пояснення в консолі: щоб не сплутати з робочою.',
    'A dashed red border and notes in the console, so it isn’t mistaken for the live button.',
  ),
  state: pair(
    'Повертається до сервісу разом із квитком, див. [4.7](#ticket-security).',
    'Comes back to the app beside the ticket, see [4.7](#ticket-security).',
  ),
  target: pair(
    'Де відкрити вхід. Якщо не вказано: у тому самому вікні, а з фрейму — за його межами, див. [3.7](#button-frame).',
    'Where the sign-in opens. If not given: in the same window, or outside the frame, see [3.7](#button-frame).',
  ),
};

function valuesOf(name: OptionName): Words {
  const option = options[name];
  if (option.kind === 'flag') return '`true`';
  if (option.kind === 'text') return pair('текст', 'text');
  const values: readonly string[] = option.values;
  const [usual, ...others] = values.filter((value) => value !== '').map((one) => `\`${one}\``);
  if (values[0] === '') return [usual, ...others].join(', ');
  return pair(
    `${usual} (типово), ${others.join(', ')}`,
    `${usual} (default), ${others.join(', ')}`,
  );
}

export const button: Chapter = {
  id: 'button',
  title: pair('Кнопка входу', 'The sign-in button'),
  blocks: [
    text(
      'Кнопка — один скрипт без залежностей, менший за 4 КБ у стисненому вигляді. Вона не чіпає вашої сторінки, не завантажує шрифтів і, поки її місце має висоту з розмітки, не зсуває того, що під нею. Вигляд зручно добирати в конструкторі кнопки, за адресою `/uk/button-wizard` вашої Брами: він показує кнопку наживо й дає той самий код, що й нижче.',
      'The button is one script without dependencies, under 4 KB compressed. It touches nothing of your page, loads no font and, as long as its place has the height of the markup, moves nothing below it. Choose its looks in the button wizard, at `/en/button-wizard` of your Brama: it shows the button live and gives the same code as below.',
    ),
    note(
      'Кнопку розраховано на квиток ([розділ 4](#ticket)). Сервіс з OpenID Connect вона приводить на `initiate_login_uri` із його запису ([5.1](#oidc-entry)) і `state` туди не передає. На власному сайті такому сервісові вистачить звичайного посилання на свою ж адресу, яка починає вхід.',
      'The button is made for the ticket ([chapter 4](#ticket)). For an app with OpenID Connect it leads to the `initiate_login_uri` of its entry ([5.1](#oidc-entry)) and does not pass `state` on. On its own site such an app needs only a plain link to the address where it starts a sign-in.',
    ),
  ],
  sections: [
    section(
      'button-html',
      'HTML',
      text(
        'Скрипт — один раз на сторінку, у будь-якому місці:',
        'The script, once on a page, wherever you like:',
      ),
      code('script', 'Скрипт', 'Script'),
      text(
        'Якщо ваші сторінки під’єднують лише модулі, візьміть той самий скрипт як модуль. Звичайний файл із `type="module"` пише про помилку в консоль.',
        'If your pages include modules only, take the same script as a module. The classic file with `type="module"` writes an error to the console.',
      ),
      code('module', 'Скрипт як модуль', 'Script as a module'),
      text('Розмітка — там, де має стояти кнопка:', 'The markup, where the button belongs:'),
      code('markup', 'Розмітка', 'Markup'),
      text(
        'Посилання всередині працює там, де скриптів немає; щойно кнопку намальовано, воно зникає. Кнопок може бути кілька: решті дайте атрибут `data-kpi-id-signin` замість `id`.',
        'The link inside serves where no script runs, and disappears once the button is drawn. There may be several buttons: give the others the attribute `data-kpi-id-signin` in place of the `id`.',
      ),
    ),
    section(
      'button-attributes',
      pair('Атрибути', 'Attributes'),
      text(
        'Порожнє значення та `false` можна не писати. Невідоме значення означає типове. Без `data-app-id` кнопка не з’явиться, а в консолі буде пояснення.',
        'Leave out what is empty or `false`. An unknown value means the default. Without `data-app-id` nothing is drawn and the console says so.',
      ),
      table(
        [
          [pair('Атрибут', 'Attribute'), 30],
          [pair('Значення', 'Values'), 28],
          [pair('Що робить', 'What it does'), 42],
        ],
        ...optionNames.map((name) => [`\`${attributeOf(name)}\``, valuesOf(name), meaning[name]]),
      ),
    ),
    section(
      'button-react',
      'React',
      text(
        'Два файли: хук, який завантажує скрипт один раз на всю програму, і компонент. Пакета встановлювати не треба; StrictMode і рендеринг на сервері не заважають.',
        'Two files: a hook that loads the script once for the whole page, and the component. No package has to be installed; StrictMode and rendering by a server are fine.',
      ),
      code('hook', 'use-kpi-id-signin.ts'),
      code('component', 'sign-in-button.tsx'),
    ),
    section(
      'button-link',
      pair('Посилання та зображення', 'A link and an image'),
      text(
        'Звичайне посилання працює скрізь, навіть без скриптів:',
        'A plain link works everywhere, with no script at all:',
      ),
      code('link', 'HTML'),
      text(
        'Для листів, документів і README кнопка є зображенням SVG: `/button.svg` приймає `size`, `color`, `logoAlignment`, `caption` і `locale`; неправильне значення відхиляє.',
        'For emails, documents and READMEs the button is an SVG image: `/button.svg` takes `size`, `color`, `logoAlignment`, `caption` and `locale`, and rejects a wrong value.',
      ),
      code('picture', 'HTML із зображенням', 'HTML with an image'),
      code('markdown', 'Markdown'),
    ),
    section(
      'button-policy',
      pair('CSP і незмінний скрипт', 'CSP and the pinned script'),
      text(
        'Якщо на сайті діє Content-Security-Policy, дозвольте одне джерело.',
        'Where your site has a Content-Security-Policy, allow one source.',
      ),
      code('policy', 'Заголовок відповіді', 'Header of the answer'),
      points(
        pair(
          'Якщо політика не дозволяє атрибутів `style`, перенесіть `min-height` із розмітки до свого CSS. Інакше в консолі буде скарга, а текст під кнопкою зсунеться, щойно її намальовано.',
          'If the policy takes no `style` attributes, move `min-height` from the markup to your own CSS. Otherwise the console complains, and the text below moves when the button is drawn.',
        ),
        pair(
          'Тегові `<script>` на сторінці Trusted Types не заважають. Хук React додає скрипт сам: якщо політика має список `trusted-types`, допишіть до нього `kpi-id-signin`. Або поставте тег `<script>` перед скриптом своєї програми: хук скористається ним.',
          'Trusted Types are no obstacle to a `<script>` in the page. The React hook puts the script in itself: if the policy has a list `trusted-types`, add `kpi-id-signin` to it. Or put the `<script>` before your own script: the hook uses it.',
        ),
      ),
      text(
        'Файл із гешем у назві ніколи не змінюється, тому браузер може звірити його вміст (Subresource Integrity). Файли всіх випусків Брами лишаються на своїх адресах. Виправлень такий файл сам не отримує: оновлюйте рядок разом із Брамою. Рядок нижче — для версії, з якою випущено цю інструкцію.',
        'The file with a hash in its name never changes, so browsers can check its contents (Subresource Integrity). The files of all Brama releases stay at their addresses. Such a file gets no fixes automatically: change the line when Brama is updated. The line below belongs to the version this manual came with.',
      ),
      code('pinned', 'Скрипт із перевіркою вмісту', 'Script with a check of its content'),
    ),
    section(
      'button-events',
      pair('Сторінки, що змінюються', 'Pages that change'),
      points(
        pair(
          '`window.KPIID.init()` малює кнопки, які з’явилися або змінилися після завантаження. Викликати можна скільки завгодно.',
          '`window.KPIID.init()` draws the buttons that were added or changed after the page was loaded. Call it as often as you like.',
        ),
        pair(
          'Елемент отримує події `kpi-id:ready` і `kpi-id:click`; `preventDefault()` у другій скасовує перехід.',
          'The element receives `kpi-id:ready` and `kpi-id:click`; `preventDefault()` on the latter stops the navigation.',
        ),
        pair(
          'Стилі сторінки всередину не потрапляють. Місце кнопки оформлюйте класом із `data-class-name`, саму кнопку — через `::part(button)`.',
          'Styles of the page do not reach inside. Style its place by a class in `data-class-name`, the button itself by `::part(button)`.',
        ),
      ),
      text(
        'На сторінці працює скрипт однієї Брами, перший; скрипт іншої нічого не малює й каже про це в консолі.',
        'A page has the script of one Brama, the first; that of another draws nothing and says so in the console.',
      ),
      note(
        'Обирайте новий `state` для кожного входу й ставте його в `data-state` перед `init()`.',
        'Choose a new `state` for every sign-in and put it into `data-state` before `init()`.',
      ),
    ),
    section(
      'button-frame',
      pair('Кнопка у фреймі', 'The button in a frame'),
      text(
        'Сторінки Брами у фреймі не відкриваються: так ніхто не накладе на них чужу сторінку. Тому кнопка в `<iframe>` (Moodle, портали) відкриває вхід за його межами.',
        'The pages of Brama refuse to be shown in a frame, so that no other page can be laid over them. A button in an `<iframe>` (Moodle, portals) therefore opens the sign-in outside it.',
      ),
      table(
        [
          [pair('Фрейм', 'Frame'), 46],
          [pair('Де відкривається вхід', 'Where the sign-in opens'), 54],
        ],
        [
          pair('Без `sandbox`', 'Without `sandbox`'),
          pair('На все вікно (`_top`)', 'In the whole window (`_top`)'),
        ],
        [
          '`sandbox` + `allow-popups allow-popups-to-escape-sandbox`',
          pair('У новій вкладці (`_blank`)', 'In a new tab (`_blank`)'),
        ],
        [
          pair(
            '`sandbox` + `allow-top-navigation` або `allow-top-navigation-by-user-activation`',
            '`sandbox` + `allow-top-navigation` or `allow-top-navigation-by-user-activation`',
          ),
          pair(
            'На все вікно, якщо вкладки заборонено',
            'In the whole window, if tabs are forbidden',
          ),
        ],
        [
          pair('`sandbox` лише з `allow-popups`', '`sandbox` with `allow-popups` only'),
          pair(
            'Браузер покаже помилку: нова вкладка успадковує обмеження фрейму. Додайте `allow-popups-to-escape-sandbox`',
            'The browser shows an error: the new tab inherits the limits of the frame. Add `allow-popups-to-escape-sandbox`',
          ),
        ],
        [
          pair('`sandbox` без цих дозволів', '`sandbox` without these tokens'),
          pair('Ніде; у консолі — що саме додати', 'Nowhere; the console says what to add'),
        ],
      ),
      text(
        'Атрибут `data-target` скасовує цей вибір. Після входу людина повертається на `redirectUrl` у тому самому вікні чи вкладці, а не у фрейм.',
        'The attribute `data-target` overrides this choice. After the sign-in people come back to `redirectUrl` in that window or tab, not in the frame.',
      ),
    ),
  ],
};
