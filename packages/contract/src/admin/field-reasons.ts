// Why the administration API refuses a field: the closed list of codes, each with its reasons in both languages. The English reason
// is the key, as in catalogues of gettext, because manifests and commands print it too. `{name}` stands for a value.

/** English, Ukrainian. */
type Reason = readonly [en: string, uk: string];

export const fieldReasons = {
  invalid: [
    ['is not valid', 'неправильне значення'],
    ['cannot be read: {reason}', 'не вдалося прочитати: {reason}'],
  ],
  required: [
    ['needs disabled: true', 'потребує disabled: true'],
    ['is required for so many users', 'обов’язкове поле: зміна стосується багатьох користувачів'],
    ['is missing', 'обов’язкове поле'],
    ['is required', 'обов’язкове поле'],
    ['is required for a new application', 'обов’язкове поле для нового сервісу'],
    ['is required for this application', 'обов’язкове поле для цього сервісу'],
    ['is required for a new category', 'обов’язкове поле для нової категорії'],
    [
      'is required for what is no longer the sandbox',
      'обов’язкове поле: сервіс більше не є пісочницею',
    ],
    ['is required for signed request objects', 'обов’язкове поле для підписаних об’єктів запиту'],
    [
      'is required with token_endpoint_auth_method {method}',
      'обов’язкове поле, коли token_endpoint_auth_method має значення {method}',
    ],
    ['is required with a sponsor', 'обов’язкове поле, коли вказано відповідальну особу'],
    [
      'is required, or hash in its place: give one of them',
      'обов’язкове поле, якщо не вказано hash: потрібне одне з них',
    ],
    ['needs releases: [taxId]', 'потребує releases: [taxId]'],
    [
      'needs redirect_uris: their host is the sector',
      'потребує redirect_uris: їхній вузол є сектором',
    ],
    ['needs {scope} too', 'потребує також {scope}'],
    ['must include openid', 'має містити openid'],
    ['must include another one than refresh_token', 'має містити щось, крім refresh_token'],
  ],
  unknown: [
    ['is unknown', 'невідоме поле'],
    ['is not a known field', 'невідоме поле'],
    ['is not a field of an application', 'такого поля сервіс не має'],
    ['is not a field of a user', 'такого поля користувач не має'],
  ],
  type: [
    ['must be text', 'має бути текстом'],
    ['must be text: put the number in quotes', 'має бути текстом: візьміть число в лапки'],
    ['must be text: put the word in quotes', 'має бути текстом: візьміть слово в лапки'],
    ['must not be null', 'не може бути null'],
    ['must be a number', 'має бути числом'],
    ['must be a whole number', 'має бути цілим числом'],
    ['must be a number of seconds', 'має бути кількістю секунд'],
    ['must be true or false', 'має бути true або false'],
    ['must be true or false, without quotes', 'має бути true або false, без лапок'],
    ['must be a list', 'має бути списком'],
    ['must be a list of roles', 'має бути списком ролей'],
    ['must be a list of group names', 'має бути списком назв груп'],
    ['must be a list of usernames', 'має бути списком логінів'],
    ['must be a mapping', 'має бути об’єктом'],
    ['must be a mapping with id', 'має бути об’єктом із полем id'],
    ['must be a mapping with type', 'має бути об’єктом із полем type'],
    ['must be a mapping with uk and en', 'має бути об’єктом із полями uk та en'],
    ['must be a mapping: field: value', 'має бути об’єктом вигляду «поле: значення»'],
    ['must be a mapping: attribute: source', 'має бути об’єктом вигляду «атрибут: джерело»'],
    ['must be true, false, or an https address', 'має бути true, false або адресою https'],
  ],
  empty: [
    ['must not be empty', 'не може бути порожнім'],
    ['must be a list with at least one condition', 'має бути списком принаймні з однією умовою'],
  ],
  'too-long': [
    ['must be at most {max} characters long', 'має містити не більше {max} символів'],
    ['must have at most {max} levels', 'має містити не більше {max} рівнів'],
    ['conditions must have at most {max} levels', 'умови мають містити не більше {max} рівнів'],
    ['must be at most {max} KiB', 'має займати не більше {max} КіБ'],
  ],
  'too-short': [
    ['must have at least {min} characters', 'має містити не менше {min} символів'],
    ['must have {min} to {max} characters', 'має містити від {min} до {max} символів'],
    ['must have at least {min} bits', 'має містити не менше {min} бітів'],
    [
      'must have at least 128 random bits: make it with `openssl rand -base64 32`',
      'має містити не менше 128 випадкових бітів: створіть його командою `openssl rand -base64 32`',
    ],
  ],
  'too-many': [
    ['must hold at most {max} entries', 'має містити не більше {max} елементів'],
    ['must be a list of 1 to {max} values', 'має бути списком, що містить від 1 до {max} значень'],
    ['must have at most {max} conditions', 'має містити не більше {max} умов'],
    ['must have at most {max} values', 'має містити не більше {max} значень'],
    ['the user has {max} groups', 'користувач уже належить до {max} груп'],
    [
      'an application has at most {max} secrets: delete one first',
      'сервіс має не більше {max} секретів: спершу видаліть один із них',
    ],
  ],
  'too-few': [['must hold at least {min} entries', 'має містити не менше {min} елементів']],
  range: [
    [
      'is not the number of users to change',
      'не збігається з кількістю користувачів, яких буде змінено',
    ],
    ['matches more than {max} users', 'охоплює понад {max} користувачів'],
    ['must be at least {min}', 'має бути не менше {min}'],
    ['must be at most {max}', 'має бути не більше {max}'],
  ],
  characters: [
    [
      'may have only small Latin letters, digits and . _ - beside its placeholders',
      'крім полів у дужках, може містити лише малі латинські літери, цифри та . _ -',
    ],
    [
      'must not hold control characters or line breaks',
      'не може містити керівних символів чи розривів рядка',
    ],
    [
      'must not hold characters that turn the direction of text',
      'не може містити символів, які змінюють напрям тексту',
    ],
    ['must have only Latin letters', 'може містити лише латинські літери'],
    [
      'must consist of printable ASCII characters, no spaces',
      'має складатися з друкованих символів ASCII без пробілів',
    ],
    ['must be {min}–{max} visible characters', 'має складатися з {min}–{max} видимих символів'],
    [
      'must be {min}–{max} printable ASCII characters, no space or colon',
      'має складатися з {min}–{max} друкованих символів ASCII без пробілів і двокрапок',
    ],
    [
      'must be {min}–{max} printable ASCII characters, no space, " or \\',
      'має складатися з {min}–{max} друкованих символів ASCII без пробілів, " і \\',
    ],
    ['must have a letter, a digit or a sign', 'має містити літеру, цифру або знак'],
  ],
  format: [
    [
      'has a wrong check digit: look for a typing error',
      'контрольна цифра неправильна: перевірте, чи немає помилки в номері',
    ],
    ['must be a UUID', 'має бути UUID'],
    [
      'must not be a UUID: without it the id of the application is used',
      'не може бути UUID: без цього поля використовується id сервісу',
    ],
    ['must be an IP address', 'має бути IP-адресою'],
    [
      'must be a number, a share or both, such as 50, 5% or 50,5%',
      'має бути числом, часткою або обома, як-от 50, 5% чи 50,5%',
    ],
    ['has an unknown placeholder: {part}', 'містить невідоме поле в дужках: {part}'],
    ['must be an email address', 'має бути адресою електронної пошти'],
    ['must be email addresses', 'мають бути адресами електронної пошти'],
    [
      'must be an email address, or an address that begins with https://',
      'має бути адресою електронної пошти або адресою, що починається з https://',
    ],
    ['must consist of ten digits', 'має складатися з десяти цифр'],
    ['must be the hash of an export', 'має бути гешем з експорту'],
    [
      'must be the SHA-256 of the secret in base64url',
      'має бути значенням SHA-256 секрету в base64url',
    ],
    [
      'must be the ETag of the last response, such as "3"',
      'має бути значенням ETag останньої відповіді, як-от "3"',
    ],
    ['is not a cursor of this list', 'не є курсором цього списку'],
    [
      'may contain only letters, digits and . _ - @',
      'може містити лише літери, цифри та знаки . _ - @',
    ],
    [
      'must begin with a letter or digit, and may contain only letters, digits and . _ -',
      'має починатися з літери чи цифри й може містити лише літери, цифри та знаки . _ -',
    ],
    [
      'may hold small Latin letters and digits, with - between them',
      'може містити малі латинські літери й цифри, між якими стоїть -',
    ],
    [
      'its name must be text of at most {max} characters',
      'назва поля має бути текстом, що містить не більше {max} символів',
    ],
    [
      'must begin with a Latin letter or _, have at most {max} letters, digits, _ . and -, and not begin with xml',
      'має починатися з латинської літери або _, містити не більше {max} літер, цифр, знаків _ . та - і не починатися з xml',
    ],
    ['must be a domain such as campus.example', 'має бути доменом, як-от campus.example'],
    [
      'must be an argon2id hash in PHC form ($argon2id$v=19$m=…,t=…,p=…$salt$hash)',
      'має бути гешем argon2id у форматі PHC ($argon2id$v=19$m=…,t=…,p=…$сіль$геш)',
    ],
    ['its memory must be from {min} to {max} KiB', 'його пам’ять має бути від {min} до {max} КіБ'],
    [
      'its passes must be from {min} to {max}',
      'кількість його проходів має бути від {min} до {max}',
    ],
    ['its lanes must be from {min} to {max}', 'кількість його потоків має бути від {min} до {max}'],
  ],
  time: [
    ['must be a time such as {example}', 'має бути часом, як-от {example}'],
    [
      'must be a date such as 2026-12-31, or a date and time with an offset',
      'має бути датою, як-от 2026-12-31, або датою й часом зі зсувом',
    ],
    [
      'must be a date such as {date}, or a time such as {time}',
      'має бути датою, як-от {date}, або часом, як-от {time}',
    ],
    ['must be between the years 1970 and 9999', 'має бути між 1970 і 9999 роками'],
    ['must be in the future', 'має бути в майбутньому'],
    ['must be within {days} days', 'має настати протягом {days} днів'],
    ['is not after validFrom', 'має бути пізніше ніж validFrom'],
    ['must be after {field}', 'має бути пізніше ніж {field}'],
    ['must be later than the current end date', 'має бути пізніше за теперішню дату закінчення'],
  ],
  choice: [
    [
      'must be one of {values}, or data. and the name of a field',
      'має бути одним із таких значень: {values}, або data. і назва поля',
    ],
    [
      'must be one of services, or below one',
      'має бути однією з адрес services або адресою під нею',
    ],
    ['must be names of columns', 'має містити назви стовпців'],
    ['must be one of {values}', 'має бути одним із таких значень: {values}'],
    [
      'is not the name of an icon; perhaps you mean {names}',
      'немає піктограми з такою назвою; можливо, ви мали на увазі {names}',
    ],
    [
      'is not the name of an icon; docs/manifest.md lists them',
      'немає піктограми з такою назвою; їх перелічено в docs/manifest.md',
    ],
    [
      'must be {values}, or data. with the name of a field',
      'має бути одним із таких значень: {values}, або data. з назвою поля',
    ],
    [
      'must be scopes of {values}, with one space between them',
      'має складатися зі scope зі списку {values}, розділених одним пробілом',
    ],
    ['must be web or native', 'має бути web або native'],
    ['must be code', 'має бути code'],
    [
      'must be urn:brama:acr:2 or urn:brama:acr:mfa',
      'має бути urn:brama:acr:2 або urn:brama:acr:mfa',
    ],
    [
      'must be everyone, { groups: [ … ] } with at least one group, or a condition',
      'має бути everyone, { groups: [ … ] } принаймні з однією групою або умовою',
    ],
    [
      'must be a condition: { all: [ … ] }, { any: [ … ] }, { not: … }, { group: … } or { attribute: …, is, in or exists: … }',
      'має бути умовою: { all: [ … ] }, { any: [ … ] }, { not: … }, { group: … } або { attribute: … } з is, in чи exists',
    ],
    [
      'must name a method whose settings are given here: {values}',
      'має називати спосіб входу, налаштований на цьому сервері: {values}',
    ],
  ],
  duplicate: [
    ['is given twice; remove one', 'вказано двічі: залиште одне'],
    ['is given twice in this list', 'повторюється в цьому списку'],
    ['is named twice', 'вказано двічі'],
    [
      'is there twice: clients compare names without case',
      'вказано двічі: клієнти не розрізняють великі й малі літери назв',
    ],
  ],
  combination: [
    ['must have a count or a percent', 'має містити кількість або відсоток'],
    ['must have at least one of {placeholders}', 'має містити хоча б одне з: {placeholders}'],
    [
      'must have exactly one of ids, usernames and filter',
      'має містити рівно одне з полів ids, usernames і filter',
    ],
    [
      'is in no row that waits or was rejected',
      'немає відкладеного чи відхиленого рядка з таким значенням',
    ],
    ['needs a column of usernames in the mapping', 'потребує стовпця з логінами'],
    [
      'must not have the column of the tax number',
      'не може використовувати стовпець із податковим номером',
    ],
    ['is of no use with {field}', 'не має сенсу разом із {field}'],
    [
      'is of no use with token_endpoint_auth_method {method}',
      'не має сенсу, коли token_endpoint_auth_method має значення {method}',
    ],
    [
      'are of no use without authorization_code in grant_types',
      'не мають сенсу без authorization_code у grant_types',
    ],
    ['stands beside secret: give one of them', 'вказано разом із secret: залиште одне з них'],
    ['stands beside password: give one of them', 'вказано разом із password: залиште одне з них'],
    ['stands beside taxId: give one of them', 'вказано разом із taxId: залиште одне з них'],
    [
      'must be left out of a sandbox, whose address is a page of ours',
      'для пісочниці не вказується: її адреса — сторінка Брами',
    ],
    [
      'must be required for an application without a secret',
      'має бути required для сервісу без секрету',
    ],
    [
      'must be none for a native application: it keeps no secret',
      'має бути none для нативного застосунку: він не зберігає секретів',
    ],
    [
      'must not include client_credentials with token_endpoint_auth_method none',
      'не може містити client_credentials, коли token_endpoint_auth_method має значення none',
    ],
    [
      'must be public with the grant of a device, unless the application uses private_key_jwt',
      'має бути public, якщо дозволено вхід на пристроях, а сервіс не використовує private_key_jwt',
    ],
    [
      'must share one host with subject_type pairwise',
      'мають вести на один вузол, коли subject_type має значення pairwise',
    ],
    [
      'must have the origin of one of services',
      'повинно мати джерело (origin) однієї з адрес services',
    ],
    [
      'has a parameter {parameter}, which the ticket replaces: take it out, new records must not have it',
      'містить параметр {parameter}, який замінює квиток: вилучіть його, у нових записах його не може бути',
    ],
    [
      'must not have a parameter {parameter}: the ticket comes in it',
      'не може містити параметра {parameter}: у ньому передається квиток',
    ],
  ],
  address: [
    [
      'must be a full address, for example {example}',
      'має бути повною адресою, наприклад {example}',
    ],
    [
      'must be an absolute address without #, for example {example}',
      'має бути повною адресою без #, наприклад {example}',
    ],
    ['must begin with https://', 'має починатися з https://'],
    [
      'must begin with https:// (http:// is for localhost, *.localhost and 127.0.0.1 only)',
      'має починатися з https:// (http:// дозволено лише для localhost, *.localhost і 127.0.0.1)',
    ],
    [
      'must begin with https:// (http:// is for localhost, *.localhost, 127.0.0.1 and hosts without a dot only)',
      'має починатися з https:// (http:// дозволено лише для localhost, *.localhost, 127.0.0.1 і вузлів без крапки)',
    ],
    [
      'must begin with https://, with http://127.0.0.1/ or http://[::1]/, or with a domain of yours in reverse, for example {example}',
      'має починатися з https://, з http://127.0.0.1/ чи http://[::1]/ або з вашого домену у зворотному порядку, наприклад {example}',
    ],
    [
      'must name a host of yours: on this computer it is http://127.0.0.1/',
      'має називати ваш вузол: на цьому комп’ютері це http://127.0.0.1/',
    ],
    ['must name one host, without a *', 'має називати один вузол, без *'],
    ['must not hold a username or password', 'не може містити логіна чи пароля'],
    ['must not have a fragment (#…)', 'не може містити фрагмента (#…)'],
    ['must not have a query (?…)', 'не може містити параметрів (?…)'],
    [
      'must not have an encoded slash, backslash or dot in its path, and what is encoded must be UTF-8',
      'не може містити в шляху закодованих скісних рисок чи крапок, а закодоване має бути в UTF-8',
    ],
    [
      'must be an address as a browser shows it, with at most {max} characters',
      'має бути адресою, як її показує браузер, і містити не більше {max} символів',
    ],
  ],
  key: [
    ['must be a JWK', 'має бути ключем JWK'],
    ['is not a sound JWK', 'не є справним ключем JWK'],
    [
      'must be a public key: this one holds private parts, make a new pair',
      'має бути відкритим ключем: цей містить закриті частини, створіть нову пару',
    ],
    ['must be for signing (use: sig)', 'має бути призначеним для підпису (use: sig)'],
    ['must be RSA or of the curves {curves}', 'має бути ключем RSA або на кривих {curves}'],
  ],
  picture: [
    [
      'must be a data URL of a picture, or the name of an icon',
      'має бути зображенням у вигляді data URL або назвою піктограми',
    ],
    [
      'must be data:image/png, webp or svg+xml with ;base64',
      'має бути data:image/png, webp або svg+xml із ;base64',
    ],
    ['must be a file', 'має бути файлом'],
    ['must be a file or data, not an address', 'має бути файлом або даними, а не адресою'],
    [
      'names a file that cannot be read ({code})',
      'називає файл, який не вдалося прочитати ({code})',
    ],
    ['must be a PNG, WebP or SVG file', 'має бути файлом PNG, WebP або SVG'],
    ['is not a complete PNG file', 'не є повним файлом PNG'],
    ['is not a complete WebP file', 'не є повним файлом WebP'],
    ['must not be animated', 'не може бути анімованим'],
    [
      'must be {min} to {max} pixels wide and high',
      'має бути від {min} до {max} пікселів завширшки й заввишки',
    ],
    [
      'must be at most {max} times as long as wide',
      'одна сторона може бути довшою за іншу не більше ніж у {max} рази',
    ],
    [
      'must be at most {max} KiB once each reference is replaced by what it names',
      'має займати не більше {max} КіБ після заміни кожного посилання тим, що воно називає',
    ],
    ['must be an SVG file', 'має бути файлом SVG'],
    [
      'must be an SVG file: its first element is svg with xmlns="{namespace}"',
      'має бути файлом SVG, перший елемент якого — svg з xmlns="{namespace}"',
    ],
    ['is an SVG file that cannot be drawn', 'файл SVG не вдається намалювати'],
    [
      'is an SVG file that needs too much time or memory to draw',
      'малювання файлу SVG потребує забагато часу чи пам’яті',
    ],
    [
      'is not drawn, because {count} other SVG files took too long',
      'не намальовано, бо {count} інші файли SVG малювалися задовго',
    ],
    ['is not well-formed XML', 'не є правильним XML'],
    ['must not refer to other files or addresses', 'не може посилатися на інші файли чи адреси'],
    ['must not hold scripts', 'не може містити скриптів'],
    [
      'must not hold scripts: remove the attribute {name}',
      'не може містити скриптів: вилучіть атрибут {name}',
    ],
    [
      'must not hold text: turn it into paths',
      'не може містити тексту: перетворіть його на контури',
    ],
    ['must not hold markers', 'не може містити маркерів'],
    ['must not hold filters', 'не може містити фільтрів'],
    [
      'must not hold dashed lines: turn them into paths',
      'не може містити пунктирних ліній: перетворіть їх на контури',
    ],
    [
      'must not hold DOCTYPE, CDATA or processing instructions',
      'не може містити DOCTYPE, CDATA та інструкцій обробки',
    ],
    [
      'must not hold an element that refers to itself',
      'не може містити елемента, який посилається на себе',
    ],
    [
      'must not hold elements within each other over more than {max} levels',
      'елементи можуть бути вкладені один в одного не більше ніж на {max} рівні',
    ],
    [
      'must hold transform as an attribute, not in styles',
      'transform має бути атрибутом, а не частиною стилів',
    ],
    [
      'must hold simple styles only: rules for elements, classes and ids',
      'може містити лише прості стилі: правила для елементів, класів та ідентифікаторів',
    ],
    ['must not hold more than {max} rules of styles', 'не може містити понад {max} правил стилів'],
    ['must not hold this value of {name}', 'не може містити такого значення {name}'],
    ['must not hold <{element}>', 'не може містити <{element}>'],
  ],
  'not-found': [
    ['is not a group', 'такої групи немає'],
    ['is not an application', 'такого сервісу немає'],
    ['is not a user', 'такого користувача немає'],
    ['is not another enabled user', 'це не інший увімкнений користувач'],
  ],
  taken: [
    ['is taken', 'значення вже зайняте'],
    ['belongs to another user', 'належить іншому користувачеві'],
    ['belonged to an erased user', 'належало стертому користувачеві'],
    ['is the email address of another user', 'це адреса електронної пошти іншого користувача'],
    ['is the username of another user', 'це логін іншого користувача'],
    [
      'is the name of another secret of the application',
      'таку назву вже має інший секрет цього сервісу',
    ],
  ],
  reserved: [
    [
      'must not be {name}, the name of the secret in protocol',
      'не може бути {name}: так називається секрет у protocol',
    ],
    ['is the name of an element of CAS', 'це назва елемента CAS'],
    ['is not a name that can be used', 'такої назви не можна використати'],
    [
      'is a scope of OpenID Connect: a service needs names of its own',
      'це scope OpenID Connect: сервісові потрібні власні назви',
    ],
  ],
  state: [
    ['another import of the source runs', 'триває інший імпорт цього джерела'],
    ['does not come from a file', 'джерело не бере людей із файлу'],
    ['does not come from the register', 'джерело не бере людей із реєстру ЄДЕБО'],
    [
      'the register is not set up on this server',
      'на цьому сервері не налаштовано доступ до реєстру ЄДЕБО',
    ],
    ['has no mapping', 'для джерела не вказано, що означають стовпці'],
    [
      'is no dry run, and the source has not changed since',
      'це не пробний запуск, а джерело відтоді не змінювалося',
    ],
    ['the file is no longer stored', 'файл більше не зберігається'],
    ['is linked to a user already', 'уже пов’язано з користувачем'],
    ['was erased', 'людину стерто'],
    ['is another person of the source already', 'це вже інша людина цього джерела'],
    ['does not wait for a decision', 'не чекає на рішення'],
    ['is not written', 'не записано'],
    ['the source has changed since the comparison', 'після порівняння джерело змінилося'],
    [
      'is your own import: another administrator approves it',
      'це ваш імпорт: його схвалює інший адміністратор',
    ],
    ['has been started or stopped already', 'уже розпочато або зупинено'],
    ['changes no user', 'не змінить жодного користувача'],
    ['cannot be undone', 'скасувати цю зміну неможливо'],
    ['is disabled', 'користувача вимкнено'],
    ['the user is disabled', 'користувача вимкнено'],
    ['the sponsor is disabled', 'відповідальну особу вимкнено'],
    ['the user is not a guest', 'користувач не гість'],
    ['the user is the last administrator', 'це останній адміністратор'],
    ['is the last administrator', 'це останній адміністратор'],
    ['belongs to the source {source}', 'належить джерелу {source}'],
    ['is a way to sign in already', 'користувач уже має спосіб входу'],
    ['is an administrator: take the role first', 'це адміністратор: спершу заберіть роль'],
    ['is an administrator: use factors/reset', 'це адміністратор: скористайтеся factors/reset'],
    [
      'is an administrator, whose waits end by themselves',
      'це адміністратор: його очікування закінчиться саме',
    ],
    ['is an administrator: use access-code', 'це адміністратор: скористайтеся access-code'],
    [
      'is of an administrator: a manifest changes it',
      'належить адміністраторові: змінюється лише маніфестом',
    ],
    ['already has a request waiting for approval', 'запит на цю дію вже чекає на підтвердження'],
    ['was requested by a former administrator', 'запит подав колишній адміністратор'],
    ['is about a user who has changed since', 'дані користувача відтоді змінилися'],
    [
      'the group has members: {present} now, {coming} coming',
      'група має учасників: {present} зараз, {coming} згодом',
    ],
    ['the group gives access to an application', 'група дає доступ до сервісу'],
    ['the group is in a registration token', 'групу вказано в токені реєстрації'],
    ['this server sends no email', 'цей сервер не надсилає листів'],
    ['the user cannot sign in now', 'користувач зараз не може ввійти'],
    ['has not come yet', 'ще не настала'],
    ['is over', 'уже минула'],
    [
      'the next keys wait already, and sign from {time}',
      'наступні ключі вже чекають і підписуватимуть із {time}',
    ],
    ['this application has no secrets', 'цей сервіс не має секретів'],
    ['is created at secrets', 'створюється в розділі secrets'],
  ],
  forbidden: [
    ['only administrators change it', 'це змінюють лише адміністратори'],
    ['needs applications.secrets', 'потребує права applications.secrets'],
    ['needs roles.read', 'потребує права roles.read'],
    ['is not your permission', 'ви не маєте цього права'],
    ['is not one of your groups', 'ви не належите до цієї групи'],
    [
      'is your own account; ask another operator',
      'це ваш обліковий запис; попросіть іншого оператора',
    ],
    [
      'is used by an access rule, so only an administrator may change it',
      'за цим полем визначають доступ до сервісу, тому його змінює лише адміністратор',
    ],
    ['cannot be used by application owners', 'цей фільтр недоступний для власників сервісів'],
    ['needs another administrator', 'потрібен інший адміністратор'],
    [
      'can be approved only by a user who has been an administrator for 24 hours',
      'підтвердити може лише користувач, який є адміністратором щонайменше 24 години',
    ],
    ['is not allowed here', 'тут не дозволено'],
  ],
} as const satisfies Record<string, readonly Reason[]>;

export type FieldErrorCode = keyof typeof fieldReasons;

export const fieldErrorCodes = Object.keys(fieldReasons) as [FieldErrorCode, ...FieldErrorCode[]];

type Known = { code: FieldErrorCode; uk: string };

/** A value in a template, such as `{max}`. */
const placeholder = /\{[a-z]+\}/;

const known = new Map<string, Known>();
const templates: (Known & { en: string })[] = [];
for (const code of fieldErrorCodes)
  for (const [en, uk] of fieldReasons[code])
    if (placeholder.test(en)) templates.push({ code, en, uk });
    else known.set(en, { code, uk });
// the longest first: shorter ones fit its texts too
templates.sort((one, other) => other.en.length - one.en.length);

/** Returns the values in the places of a template; undefined if the text is of another one. */
function valuesIn(template: string, text: string): string[] | undefined {
  const [start = '', ...parts] = template.split(placeholder);
  if (!text.startsWith(start)) return undefined;
  const values: string[] = [];
  let at = start.length;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const end = isLast ? text.length - part.length : text.indexOf(part, at);
    if (end <= at || !text.endsWith(part, end + part.length)) return undefined;
    values.push(text.slice(at, end));
    at = end + part.length;
  }
  return values;
}

/** Returns the template with the values of the English text. */
function translated({ en, uk }: { en: string; uk: string }, values: readonly string[]): string {
  const names = en.split(/[{}]/).filter((_, index) => index % 2 === 1);
  return names.reduce(
    (text, name, index) => text.replace(`{${name}}`, () => values[index] ?? ''),
    uk,
  );
}

/** Returns the code of an English reason, and the reason in Ukrainian. An unknown reason is just `invalid`. */
export function explainReason(reason: string): Known {
  const found = known.get(reason);
  if (found) return found;
  for (const template of templates) {
    const values = valuesIn(template.en, reason);
    if (values) return { code: template.code, uk: translated(template, values) };
  }
  return { code: 'invalid', uk: fieldReasons.invalid[0][1] };
}
