// What `brama doctor` finds: the closed list of findings, each with what it says and what helps, in both languages. `{name}` stands for
// a value, which is never a secret.

import type { Language } from '../../paths.ts';
import { type ImportFailure, importFailures } from '../imports/codes.ts';
import { explainFailure } from '../imports/failure-words.ts';

export const findingLevels = ['fine', 'warning', 'error'] as const;
export type FindingLevel = (typeof findingLevels)[number];

export const checkIds = [
  'settings',
  'proxy',
  'names',
  'certificate',
  'clock',
  'database',
  'keys',
  'disk',
  'mail',
  'diia',
  'google',
  'sources',
] as const;
export type CheckId = (typeof checkIds)[number];

/** English, Ukrainian. */
type Words = readonly [en: string, uk: string];
type Kind =
  | { level: 'fine'; text: Words; remedy?: undefined }
  | { level: 'warning' | 'error'; text: Words; remedy: Words };

const kinds = {
  'not-checked': {
    level: 'warning',
    text: ['Not checked, because {setting} is not valid.', 'Не перевірено: неправильне {setting}.'],
    remedy: [
      'Correct {setting}, then run the checks again.',
      'Виправте {setting} і запустіть перевірку ще раз.',
    ],
  },
  'check-timeout': {
    level: 'error',
    text: [
      'The check did not end within {seconds} seconds.',
      'Перевірка не завершилася за відведений час ({seconds} с).',
    ],
    remedy: [
      'Check the network and the load of this machine, then run the checks again.',
      'Перевірте мережу й навантаження цієї машини та запустіть перевірку ще раз.',
    ],
  },
  'check-failed': {
    level: 'error',
    text: ['The check failed ({code}).', 'Перевірка не вдалася ({code}).'],
    remedy: [
      'Run the checks again. If it fails again, report it with the version of Brama.',
      'Запустіть перевірку ще раз. Якщо вона знову не вдасться, повідомте розробникам і назвіть версію Брами.',
    ],
  },

  'settings-fine': {
    level: 'fine',
    text: ['All settings are valid.', 'Усі налаштування правильні.'],
  },
  'setting-invalid': {
    level: 'error',
    text: ['{setting}: {reason}.', '{setting}: {reason}.'],
    remedy: [
      'Correct {setting}, then restart the server.',
      'Виправте {setting} і перезапустіть сервер.',
    ],
  },
  'setting-former': {
    level: 'warning',
    text: ['{former} is the former name of {setting}.', '{former}\u00a0— колишня назва {setting}.'],
    remedy: [
      'Rename it to {setting}: the former name works until version 1.0.',
      'Перейменуйте на {setting}: колишня назва діє до версії 1.0.',
    ],
  },
  'not-production': {
    level: 'error',
    text: [
      'NODE_ENV is {mode}, but users open {address}: checks of the production are off.',
      'NODE_ENV має значення {mode}, а користувачі відкривають {address}: запобіжники промислового режиму вимкнено.',
    ],
    remedy: [
      'Set NODE_ENV=production and restart the server.',
      'Задайте NODE_ENV=production і перезапустіть сервер.',
    ],
  },
  'test-system': {
    level: 'error',
    text: [
      '{setting} leads to {host}, a system for tests.',
      '{setting} веде на {host}\u00a0— це тестова система.',
    ],
    remedy: [
      'Set {setting} to the address of the real system.',
      'Укажіть у {setting} адресу справжньої системи.',
    ],
  },

  'proxy-fine': {
    level: 'fine',
    text: [
      '{address} leads to this installation, and TRUST_PROXY fits.',
      '{address} веде на цю інсталяцію, TRUST_PROXY їй відповідає.',
    ],
  },
  'proxy-not-trusted': {
    level: 'error',
    text: [
      'A proxy stands in front of the server, but TRUST_PROXY is not set: all users count as one network.',
      'Перед сервером стоїть проксі, а TRUST_PROXY не задано: усі користувачі рахуються як одна мережа.',
    ],
    remedy: [
      'Set TRUST_PROXY to the number of proxies, usually 1, and restart the server.',
      'Задайте в TRUST_PROXY кількість проксі, зазвичай 1, і перезапустіть сервер.',
    ],
  },
  'proxy-sends-no-address': {
    level: 'error',
    text: [
      'TRUST_PROXY is set, but your request came without X-Forwarded-For: all users count as one network.',
      'TRUST_PROXY задано, але ваш запит надійшов без X-Forwarded-For: усі користувачі рахуються як одна мережа.',
    ],
    remedy: [
      'Let the proxy set X-Forwarded-For. Caddy does so by itself; nginx needs proxy_set_header.',
      'Налаштуйте проксі надсилати X-Forwarded-For. Caddy робить це сам, для nginx потрібен рядок proxy_set_header.',
    ],
  },
  'proxy-more-addresses': {
    level: 'warning',
    text: [
      'Your request names {count} addresses in X-Forwarded-For, more than TRUST_PROXY trusts: there may be another proxy.',
      'У X-Forwarded-For вашого запиту адрес: {count}\u00a0— більше, ніж довіряє TRUST_PROXY; можливо, є ще один проксі.',
    ],
    remedy: [
      'Count the proxies between users and the server, and correct TRUST_PROXY.',
      'Порахуйте проксі між користувачами й сервером і виправте TRUST_PROXY.',
    ],
  },
  'address-unreachable': {
    level: 'warning',
    text: [
      '{address} does not answer from this machine ({code}).',
      '{address} не відповідає з цієї машини ({code}).',
    ],
    remedy: [
      'Start the server and the proxy; check the firewall and the DNS name.',
      'Запустіть сервер і проксі; перевірте мережевий екран і назву в DNS.',
    ],
  },
  'address-of-another': {
    level: 'error',
    text: [
      '{address} is answered by another program (HTTP {status}).',
      'За адресою {address} відповідає інша програма (HTTP {status}).',
    ],
    remedy: [
      'Let the proxy pass all of {address} to the server, or correct BASE_URL.',
      'Налаштуйте проксі передавати всі запити {address} серверу або виправте BASE_URL.',
    ],
  },
  'address-redirects': {
    level: 'error',
    text: ['{address} redirects to {target}.', '{address} переспрямовує на {target}.'],
    remedy: [
      'Set BASE_URL to the one address that users open, or remove the redirect.',
      'Укажіть у BASE_URL ту адресу, яку відкривають користувачі, або приберіть переспрямування.',
    ],
  },

  'names-fine': {
    level: 'fine',
    text: ['All names are known to DNS.', 'DNS знає всі назви.'],
  },
  'name-unknown': {
    level: 'error',
    text: [
      'DNS does not know {host} of {setting} ({code}).',
      'DNS не знає {host} із {setting} ({code}).',
    ],
    remedy: [
      'Create the record, correct {setting}, or check the name servers of this machine.',
      'Створіть запис, виправте {setting} або перевірте сервери імен цієї машини.',
    ],
  },

  'certificate-fine': {
    level: 'fine',
    text: [
      'The certificate of {host} is valid; days left: {days}.',
      'Сертифікат {host} чинний; залишилося днів: {days}.',
    ],
  },
  'certificate-not-needed': {
    level: 'fine',
    text: ['{address} needs no certificate.', '{address} не потребує сертифіката.'],
  },
  'certificate-not-read': {
    level: 'warning',
    text: [
      '{host} shows no certificate to this machine ({code}).',
      '{host} не показує сертифіката цій машині ({code}).',
    ],
    remedy: [
      'Start the proxy; check its TLS settings and the firewall.',
      'Запустіть проксі; перевірте його налаштування TLS і мережевий екран.',
    ],
  },
  'certificate-expired': {
    level: 'error',
    text: [
      'The certificate of {host} expired on {date}.',
      'Строк дії сертифіката {host} закінчився {date}.',
    ],
    remedy: [
      'Renew the certificate and reload the proxy; find out why the renewal has failed.',
      'Поновіть сертифікат і перезавантажте проксі; з’ясуйте, чому він не поновився сам.',
    ],
  },
  'certificate-not-yet-valid': {
    level: 'error',
    text: [
      'The certificate of {host} is valid only from {date}.',
      'Сертифікат {host} чинний лише від {date}.',
    ],
    remedy: [
      'Check the clock of this machine, then the certificate.',
      'Перевірте годинник цієї машини, потім сертифікат.',
    ],
  },
  'certificate-ends-soon': {
    level: 'warning',
    text: [
      'The certificate of {host} expires soon; days left: {days}.',
      'Строк дії сертифіката {host} скоро закінчиться; залишилося днів: {days}.',
    ],
    remedy: [
      'Renew the certificate; check that the renewal runs by itself.',
      'Поновіть сертифікат; перевірте, чи він поновлюється сам.',
    ],
  },
  'certificate-of-another-name': {
    level: 'error',
    text: [
      'The certificate at {host} is for other names.',
      'Сертифікат за адресою {host} виданий на інші назви.',
    ],
    remedy: [
      'Install a certificate for {host} in the proxy, or correct BASE_URL.',
      'Установіть у проксі сертифікат для {host} або виправте BASE_URL.',
    ],
  },
  'certificate-not-trusted': {
    level: 'error',
    text: [
      'The certificate chain of {host} is not trusted ({code}).',
      'Ланцюжку сертифікатів {host} немає довіри ({code}).',
    ],
    remedy: [
      'Install the whole chain with all intermediate certificates. For an authority of your own, add its certificate to this system (update-ca-certificates), or set NODE_EXTRA_CA_CERTS in the environment of the process; then restart the server.',
      'Установіть увесь ланцюжок з усіма проміжними сертифікатами. Сертифікат власного центру сертифікації додайте до системних (update-ca-certificates) або задайте NODE_EXTRA_CA_CERTS у середовищі процесу, потім перезапустіть сервер.',
    ],
  },

  'clock-fine': {
    level: 'fine',
    text: ['The clock agrees with {sources}.', 'Годинник збігається з годинниками: {sources}.'],
  },
  'clock-off': {
    level: 'error',
    text: [
      'The clocks of this machine and {source} differ by {seconds} seconds.',
      'Годинники цієї машини та {source} розходяться; різниця в секундах: {seconds}.',
    ],
    remedy: [
      'Turn on time synchronisation (timedatectl set-ntp true): codes of authenticator apps and tokens depend on it.',
      'Увімкніть синхронізацію часу (timedatectl set-ntp true): від неї залежать коди застосунків-автентифікаторів і токени.',
    ],
  },
  'clock-not-compared': {
    level: 'warning',
    text: ['No other clock answered.', 'Не відповів жоден інший годинник.'],
    remedy: ['Check the clock with timedatectl.', 'Перевірте годинник командою timedatectl.'],
  },

  'database-fine': {
    level: 'fine',
    text: [
      '{system} {version} answers; its schema is that of this release.',
      '{system} {version} відповідає; її схема відповідає цьому випуску.',
    ],
  },
  'database-missing': {
    level: 'error',
    text: ['There is no database of Brama ({place}).', 'Бази даних Брами немає ({place}).'],
    remedy: [
      'Start the server, or run “brama migrate”. If there was a database, check DATA_DIR, DATABASE_URL and the mounted volume first.',
      'Запустіть сервер або виконайте «brama migrate». Якщо база вже була, спершу перевірте DATA_DIR, DATABASE_URL і під’єднаний том.',
    ],
  },
  'database-unreachable': {
    level: 'error',
    text: ['The database does not answer ({code}).', 'База даних не відповідає ({code}).'],
    remedy: [
      'Check that the database runs, its address and role in DATABASE_URL, and the network; for SQLite, the rights on DATA_DIR.',
      'Перевірте, чи працює база, її адресу й роль у DATABASE_URL та мережу; для SQLite\u00a0— права на DATA_DIR.',
    ],
  },
  'database-damaged': {
    level: 'error',
    text: [
      'The database is damaged or not one of Brama ({code}).',
      'База даних пошкоджена або не належить Брамі ({code}).',
    ],
    remedy: [
      'Stop the server, keep a copy of the files, and restore a backup.',
      'Зупиніть сервер, збережіть копію файлів і відновіть резервну копію.',
    ],
  },
  'database-locked': {
    level: 'error',
    text: [
      'Another process has locked the database for longer than {seconds} seconds.',
      'Інший процес заблокував базу даних довше ніж на {seconds} с.',
    ],
    remedy: [
      'Find the process (fuser -v {file}) and wait until it has ended, or end it.',
      'Знайдіть процес (fuser -v {file}) і зачекайте, поки він завершиться, або завершіть його.',
    ],
  },
  'database-waits-for-locks': {
    level: 'warning',
    text: [
      'Statements wait for locks longer than {seconds} seconds: {count}.',
      'Запити чекають на блокування довше ніж {seconds} с: {count}.',
    ],
    remedy: [
      'Look in pg_stat_activity and pg_blocking_pids() for the session that holds the locks, and end it.',
      'Знайдіть у pg_stat_activity та pg_blocking_pids() сеанс, який тримає блокування, і завершіть його.',
    ],
  },
  'database-idle-transactions': {
    level: 'warning',
    text: [
      'Transactions are open and idle for longer than {seconds} seconds: {count}.',
      'Відкриті транзакції без дії довше ніж {seconds} с: {count}.',
    ],
    remedy: [
      'End those sessions (pg_terminate_backend), and find the program that forgets its transactions.',
      'Завершіть ці сеанси (pg_terminate_backend) і знайдіть програму, яка забуває про свої транзакції.',
    ],
  },
  'database-read-only': {
    level: 'error',
    text: [
      'The database accepts no writes: it is a replica or read-only.',
      'База даних не приймає змін: це репліка або її відкрито лише для читання.',
    ],
    remedy: ['Set DATABASE_URL to the primary server.', 'Укажіть у DATABASE_URL основний сервер.'],
  },
  'database-not-durable': {
    level: 'error',
    text: [
      '{parameter} is off in PostgreSQL: a power failure loses or damages stored changes.',
      'У PostgreSQL вимкнено {parameter}: збій живлення втратить або пошкодить збережені зміни.',
    ],
    remedy: [
      'Turn {parameter} on in postgresql.conf, and for the role and the database of Brama.',
      'Увімкніть {parameter} у postgresql.conf, а також для ролі й бази даних Брами.',
    ],
  },
  'database-old-version': {
    level: 'warning',
    text: [
      'PostgreSQL {version} receives no security fixes any more.',
      'PostgreSQL {version} більше не отримує виправлень безпеки.',
    ],
    remedy: [
      'Upgrade PostgreSQL to a supported version.',
      'Оновіть PostgreSQL до підтримуваної версії.',
    ],
  },
  'database-not-utf8': {
    level: 'error',
    text: [
      'The encoding of the database is {encoding}, not UTF8: PostgreSQL does not know letters of Ukrainian.',
      'Кодування бази даних — {encoding}, а не UTF8: PostgreSQL не розпізнає українських літер.',
    ],
    remedy: [
      'Make a backup, and restore it to a new database with the encoding UTF8.',
      'Зробіть резервну копію й відновіть її в новій базі даних із кодуванням UTF8.',
    ],
  },
  'database-without-letters': {
    level: 'warning',
    text: [
      'LC_CTYPE of the database is {ctype}: searches by Ukrainian names read the texts of all users.',
      'LC_CTYPE бази даних — {ctype}: пошук за українськими іменами щоразу перечитує дані всіх користувачів.',
    ],
    remedy: [
      'Make a backup, and restore it to a new database with LC_CTYPE C.UTF-8 or uk_UA.UTF-8.',
      'Зробіть резервну копію й відновіть її в новій базі даних із LC_CTYPE C.UTF-8 або uk_UA.UTF-8.',
    ],
  },
  'database-in-memory': {
    level: 'error',
    text: [
      'The database lies in the memory of the machine ({folder}): a restart deletes it.',
      'База даних лежить у пам’яті машини ({folder}): перезапуск її видалить.',
    ],
    remedy: [
      'Stop the server, and move DATA_DIR to a disk.',
      'Зупиніть сервер і перенесіть DATA_DIR на диск.',
    ],
  },
  'database-on-network-disk': {
    level: 'error',
    text: [
      'The database lies on a network disk ({folder}), where SQLite may be damaged.',
      'База даних лежить на мережевому диску ({folder}), де SQLite може пошкодитися.',
    ],
    remedy: [
      'Move DATA_DIR to a local disk, or use PostgreSQL.',
      'Перенесіть DATA_DIR на локальний диск або перейдіть на PostgreSQL.',
    ],
  },
  'migration-pending': {
    level: 'error',
    text: [
      'The migration {migration} is missing: the schema is older than this release.',
      'Бракує міграції {migration}: схема старіша за цей випуск.',
    ],
    remedy: [
      'Make a backup, then run “brama migrate” or restart the server.',
      'Зробіть резервну копію, потім виконайте «brama migrate» або перезапустіть сервер.',
    ],
  },
  'schema-newer': {
    level: 'error',
    text: [
      'A newer release has upgraded the database (migration {migration}).',
      'Базу даних оновив новіший випуск (міграція {migration}).',
    ],
    remedy: [
      'Start that release, or restore the backup made before the upgrade.',
      'Запустіть той випуск або відновіть резервну копію, зроблену до оновлення.',
    ],
  },
  'schema-too-old': {
    level: 'error',
    text: [
      'The database is of a release before 0.7.0 (migration {migration}).',
      'База даних належить випуску до 0.7.0 (міграція {migration}).',
    ],
    remedy: [
      'Make a backup, start release 0.8.0 on it once, then this release.',
      'Зробіть резервну копію, запустіть на ній один раз випуск 0.8.0, а потім цей.',
    ],
  },
  'restore-unfinished': {
    level: 'error',
    text: ['A restore of this database was interrupted.', 'Відновлення цієї бази даних перервано.'],
    remedy: [
      'Run “brama restore” with the same backup again.',
      'Виконайте «brama restore» з тією самою резервною копією ще раз.',
    ],
  },
  'copy-unfinished': {
    level: 'error',
    text: ['A copy to this database was interrupted.', 'Копіювання до цієї бази даних перервано.'],
    remedy: [
      'Run the same “brama database copy” again.',
      'Виконайте ту саму команду «brama database copy» ще раз.',
    ],
  },
  'database-of-production': {
    level: 'error',
    text: [
      'The database belongs to a server in production, but NODE_ENV is {mode}.',
      'База даних належить серверу в промисловому режимі, а NODE_ENV має значення {mode}.',
    ],
    remedy: [
      'Use the settings of that server, among them NODE_ENV=production.',
      'Візьміть налаштування того сервера, зокрема NODE_ENV=production.',
    ],
  },

  'database-of-demo': {
    level: 'error',
    text: [
      'The database holds the demo, whose passwords are public.',
      'База даних містить демо, паролі якого загальновідомі.',
    ],
    remedy: [
      'Give production a database of its own: change DATA_DIR or DATABASE_URL.',
      'Дайте промисловому серверу власну базу даних: змініть DATA_DIR або DATABASE_URL.',
    ],
  },

  'keys-fine': {
    level: 'fine',
    text: [
      'The keys are those of the database, and only their owner reads their files.',
      'Ключі відповідають базі даних, їхні файли читає лише власник.',
    ],
  },
  'run-as-root': {
    level: 'warning',
    text: [
      'Root has run this, who may read every file; {folder} belongs to another user.',
      'Перевірку запустив root, який читає всі файли; {folder} належить іншому користувачеві.',
    ],
    remedy: [
      'Run it as the user of the server, so that it finds files which the server cannot read.',
      'Запустіть її від імені користувача сервера: тоді вона виявить файли, яких сервер не може прочитати.',
    ],
  },
  'keys-not-compared': {
    level: 'warning',
    text: [
      'The keys were not compared with the database, which does not answer.',
      'Ключі не порівняно з базою даних: вона не відповідає.',
    ],
    remedy: [
      'Correct the database first, then run the checks again.',
      'Спершу полагодьте базу даних, потім запустіть перевірку ще раз.',
    ],
  },
  'keys-not-recorded': {
    level: 'fine',
    text: [
      'Only their owner reads the files of the keys. The next start of the server records the keys in the database.',
      'Файли ключів читає лише власник. Під час наступного запуску сервер запише відбитки ключів до бази даних.',
    ],
  },
  'key-unreadable': {
    level: 'error',
    text: [
      'The file {file} does not hold a key, or cannot be read.',
      'Файл {file} не містить ключа або недоступний для читання.',
    ],
    remedy: [
      'Run this as the user of the server; then put the key back from your safe copy.',
      'Запустіть перевірку від імені користувача сервера; потім поверніть ключ із безпечної копії.',
    ],
  },
  'secret-file-open': {
    level: 'error',
    text: [
      'Other users of this machine may read {file} (mode {mode}).',
      'Інші користувачі цієї машини можуть читати {file} (режим {mode}).',
    ],
    remedy: [
      'Run “chmod 600 {file}” (or 640 with the group of the server alone). If others may have read it, replace the secret.',
      'Виконайте «chmod 600 {file}» (або 640, якщо група належить лише серверу). Якщо його могли прочитати інші, замініть секрет.',
    ],
  },
  'key-of-another': {
    level: 'error',
    text: [
      '{setting} (fingerprint {given}) is not the key of this database (fingerprint {recorded}).',
      '{setting} (відбиток {given})\u00a0— не ключ цієї бази даних (відбиток {recorded}).',
    ],
    remedy: [
      'Set the key with the fingerprint {recorded}. If it is lost, see “keys replace” in the manual.',
      'Задайте ключ із відбитком {recorded}. Якщо його втрачено, дивіться «keys replace» у посібнику.',
    ],
  },
  'key-missing': {
    level: 'error',
    text: [
      '{setting} is not set; the key of this database has the fingerprint {recorded}.',
      '{setting} не задано; відбиток ключа цієї бази даних\u00a0— {recorded}.',
    ],
    remedy: [
      'Set the key with the fingerprint {recorded} from your safe copy.',
      'Задайте ключ із відбитком {recorded} з безпечної копії.',
    ],
  },

  'disk-fine': {
    level: 'fine',
    text: ['Free in {folder}, in MB: {free}.', 'Вільно в {folder}, МБ: {free}.'],
  },
  'disk-not-used': {
    level: 'fine',
    text: [
      'The server stores nothing on this machine.',
      'Сервер нічого не зберігає на цій машині.',
    ],
  },
  'disk-low': {
    level: 'warning',
    text: [
      'The disk of {folder} is getting full; free, in MB: {free}.',
      'На диску {folder} закінчується місце; вільно, МБ: {free}.',
    ],
    remedy: [
      'Free some space or enlarge the disk: backups and upgrades need as much as the database.',
      'Звільніть місце або збільште диск: копії й оновлення потребують стільки ж, скільки займає база.',
    ],
  },
  'disk-full': {
    level: 'error',
    text: [
      'The disk of {folder} is full; free, in MB: {free}.',
      'Диск {folder} заповнено; вільно, МБ: {free}.',
    ],
    remedy: [
      'Free some space at once: without it the server stores no changes. Move old backups and logs first.',
      'Негайно звільніть місце: без нього сервер не зберігає змін. Спершу перенесіть старі копії й журнали.',
    ],
  },
  'folder-not-writable': {
    level: 'error',
    text: ['The folder {folder} cannot be written.', 'До папки {folder} не можна записувати.'],
    remedy: [
      'Run this as the user of the server; then correct the owner and the mode (700) of DATA_DIR.',
      'Запустіть перевірку від імені користувача сервера; потім виправте власника й режим (700) папки DATA_DIR.',
    ],
  },

  'mail-fine': {
    level: 'fine',
    text: ['{host} accepts our email.', '{host} приймає наші листи.'],
  },
  'mail-printed': {
    level: 'fine',
    text: ['The demo prints emails instead of sending them.', 'Демо друкує листи, а не надсилає.'],
  },
  'mail-sent': {
    level: 'fine',
    text: ['A test email was sent to {address}.', 'На {address} надіслано тестовий лист.'],
  },
  'mail-off': {
    level: 'warning',
    text: [
      'Email is off: users cannot reset a password and receive no warnings.',
      'Пошту вимкнено: користувачі не можуть відновити пароль і не отримують попереджень.',
    ],
    remedy: [
      'Set SMTP_URL and MAIL_FROM, and restart the server.',
      'Задайте SMTP_URL і MAIL_FROM та перезапустіть сервер.',
    ],
  },
  'mail-unreachable': {
    level: 'error',
    text: [
      'The mail server {host} does not answer ({code}).',
      'Поштовий сервер {host} не відповідає ({code}).',
    ],
    remedy: [
      'Check host and port in SMTP_URL, and whether the firewall lets this machine connect.',
      'Перевірте вузол і порт у SMTP_URL та чи пропускає мережевий екран цю машину.',
    ],
  },
  'mail-without-tls': {
    level: 'error',
    text: [
      'The mail server {host} offers no STARTTLS, so nothing is sent to it.',
      'Поштовий сервер {host} не пропонує STARTTLS, тому на нього нічого не надсилається.',
    ],
    remedy: [
      'Turn on STARTTLS at the mail server, or use smtps:// with its port.',
      'Увімкніть STARTTLS на поштовому сервері або використайте smtps:// з його портом.',
    ],
  },
  'mail-certificate': {
    level: 'error',
    text: [
      'The certificate of the mail server {host} is not trusted ({code}).',
      'Сертифікату поштового сервера {host} немає довіри ({code}).',
    ],
    remedy: [
      'Install a valid certificate for {host} at the mail server. For an authority of your own, add its certificate to this system (update-ca-certificates), or set NODE_EXTRA_CA_CERTS in the environment of the process; then restart the server.',
      'Установіть на поштовому сервері чинний сертифікат для {host}. Сертифікат власного центру сертифікації додайте до системних (update-ca-certificates) або задайте NODE_EXTRA_CA_CERTS у середовищі процесу, потім перезапустіть сервер.',
    ],
  },
  'mail-login-refused': {
    level: 'error',
    text: [
      'The mail server {host} refuses the user or the password ({code}).',
      'Поштовий сервер {host} не приймає користувача або пароля ({code}).',
    ],
    remedy: [
      'Correct user and password in SMTP_URL; special characters in them are percent-encoded.',
      'Виправте користувача й пароль у SMTP_URL; спеціальні символи в них кодуються знаком %.',
    ],
  },
  'mail-refuses': {
    level: 'error',
    text: [
      'The mail server {host} refuses us ({code}).',
      'Поштовий сервер {host} нам відмовляє ({code}).',
    ],
    remedy: [
      'Look in its log; let it accept this machine and the sender of MAIL_FROM.',
      'Подивіться в його журнал; дозвольте йому приймати цю машину й відправника з MAIL_FROM.',
    ],
  },
  'mail-not-sent': {
    level: 'error',
    text: ['The test email was not accepted ({code}).', 'Тестовий лист не прийнято ({code}).'],
    remedy: [
      'Check the address, and in the log of the mail server why it refuses the sender of MAIL_FROM.',
      'Перевірте адресу, а в журналі поштового сервера\u00a0— чому він не приймає відправника з MAIL_FROM.',
    ],
  },
  'mail-not-composed': {
    level: 'error',
    text: [
      'The test email was not sent: the built web application, which has its texts, is missing.',
      'Тестовий лист не надіслано: немає зібраного вебзастосунку, що містить його тексти.',
    ],
    remedy: [
      'Run “npm run build”, or install the release again.',
      'Виконайте «npm run build» або встановіть випуск ще раз.',
    ],
  },

  'diia-off': {
    level: 'fine',
    text: ['Signing in with Diia is off.', 'Вхід через Дію вимкнено.'],
  },
  'diia-fine': {
    level: 'fine',
    text: [
      '{host} accepts our tokens; authorities read: {count}.',
      '{host} приймає наші токени; прочитано центрів сертифікації: {count}.',
    ],
  },
  'diia-authorities-unreadable': {
    level: 'error',
    text: ['DIIA_CA_DIR: {reason}.', 'DIIA_CA_DIR: {reason}.'],
    remedy: [
      'Put the certificates from ca.diia.gov.ua into DIIA_CA_DIR, readable for the user of the server.',
      'Покладіть сертифікати з ca.diia.gov.ua до DIIA_CA_DIR так, щоб їх читав користувач сервера.',
    ],
  },
  'diia-authority-expired': {
    level: 'error',
    text: [
      'The certificate {serial} of an authority of Diia has expired.',
      'Строк дії сертифіката {serial} центру сертифікації Дії закінчився.',
    ],
    remedy: [
      'Put the new certificates from ca.diia.gov.ua into DIIA_CA_DIR, and restart the server.',
      'Покладіть нові сертифікати з ca.diia.gov.ua до DIIA_CA_DIR і перезапустіть сервер.',
    ],
  },
  'diia-authority-ends-soon': {
    level: 'warning',
    text: [
      'The certificate {serial} of an authority of Diia expires soon; days left: {days}.',
      'Строк дії сертифіката {serial} центру сертифікації Дії скоро закінчиться; залишилося днів: {days}.',
    ],
    remedy: [
      'Add the new certificates from ca.diia.gov.ua to DIIA_CA_DIR, and restart the server.',
      'Додайте нові сертифікати з ca.diia.gov.ua до DIIA_CA_DIR і перезапустіть сервер.',
    ],
  },
  'google-off': {
    level: 'fine',
    text: ['Signing in with Google is off.', 'Вхід через Google вимкнено.'],
  },
  'google-fine': {
    level: 'fine',
    text: ['{host} answers.', '{host} відповідає.'],
  },
  'provider-unreachable': {
    level: 'error',
    text: ['{host} cannot be reached.', 'З {host} не вдалося з’єднатися.'],
    remedy: [
      'Check the network, the name servers and the firewall of this machine.',
      'Перевірте мережу, сервери імен і мережевий екран цієї машини.',
    ],
  },
  'provider-timeout': {
    level: 'error',
    text: ['{host} did not answer in time.', '{host} не відповідає вчасно.'],
    remedy: [
      'Check the network and the firewall, then try again.',
      'Перевірте мережу й мережевий екран та спробуйте ще раз.',
    ],
  },
  'provider-certificate': {
    level: 'error',
    text: ['The certificate of {host} is not trusted.', 'Сертифікату {host} немає довіри.'],
    remedy: [
      'Check the clock of this machine, and whether a proxy on the way replaces certificates.',
      'Перевірте годинник цієї машини та чи не підміняє сертифікатів проксі на шляху.',
    ],
  },
  'provider-unavailable': {
    level: 'error',
    text: ['{host} is out of order.', '{host} тимчасово не працює.'],
    remedy: [
      'Wait. If it lasts, contact the support of {host}.',
      'Зачекайте. Якщо це триває, зверніться до служби підтримки {host}.',
    ],
  },
  'provider-credentials': {
    level: 'error',
    text: ['{host} does not accept our credentials.', '{host} не приймає наших облікових даних.'],
    remedy: [
      'Check the secrets in the settings: they belong to this address and may have been replaced.',
      'Перевірте секрети в налаштуваннях: вони належать цій адресі й могли змінитися.',
    ],
  },
  'provider-settings': {
    level: 'error',
    text: ['{host} does not know our identifiers.', '{host} не знає наших ідентифікаторів.'],
    remedy: [
      'Check the identifiers and the address in the settings.',
      'Перевірте ідентифікатори й адресу в налаштуваннях.',
    ],
  },
  'provider-unexpected-answer': {
    level: 'error',
    text: [
      '{host} answers in another way than expected.',
      '{host} відповідає не так, як очікувалося.',
    ],
    remedy: [
      'Check the address in the settings, and whether a proxy on the way answers in its place.',
      'Перевірте адресу в налаштуваннях та чи не відповідає замість нього проксі на шляху.',
    ],
  },
  'sources-none': {
    level: 'fine',
    text: ['No source of users is set up.', 'Джерел користувачів не налаштовано.'],
  },
  'sources-fine': {
    level: 'fine',
    text: [
      'All sources of users are imported as expected; their number: {count}.',
      'Усі джерела користувачів імпортуються вчасно; їх кількість: {count}.',
    ],
  },
  'register-fine': {
    level: 'fine',
    text: [
      'The register EDEBO at {host} accepts our credentials.',
      'Реєстр ЄДЕБО ({host}) приймає наші облікові дані.',
    ],
  },
  'sources-unknown': {
    level: 'warning',
    text: [
      'Not checked, because the database does not answer.',
      'Не перевірено: база даних не відповідає.',
    ],
    remedy: [
      'Correct what the check of the database names, then run the checks again.',
      'Усуньте те, на що вказує перевірка бази даних, і запустіть перевірку ще раз.',
    ],
  },
  'source-never-imported': {
    level: 'warning',
    text: [
      'The source {source} has never been imported.',
      'З джерела {source} ще нічого не імпортовано.',
    ],
    remedy: [
      'Import it, or approve the import that waits.',
      'Виконайте імпорт або схваліть той, що очікує.',
    ],
  },
  'source-old': {
    level: 'warning',
    text: [
      'No import of the source {source} has been written for a long time; days: {days}.',
      'Імпорт із джерела {source} давно не виконувався; минуло днів: {days}.',
    ],
    remedy: [
      'Check the timer that imports it, and the log of its last run.',
      'Перевірте таймер, який його запускає, і журнал останнього запуску.',
    ],
  },
  'source-import-failed': {
    level: 'error',
    text: [
      'An import of the source {source} has failed, and none has been written since. {reason}',
      'Імпорт із джерела {source} не вдався, і після нього жодного не записано. {reason}',
    ],
    remedy: [
      'Open the import in the console, correct the cause, and import again.',
      'Відкрийте імпорт у консолі, усуньте причину й повторіть імпорт.',
    ],
  },
  'source-import-waits': {
    level: 'warning',
    text: [
      'An import of the source {source} waits for a decision; days: {days}.',
      'Імпорт із джерела {source} очікує на рішення; днів: {days}.',
    ],
    remedy: [
      'An administrator other than the one who started it approves or refuses it in the console.',
      'Його має схвалити або відхилити в консолі інший адміністратор, не той, хто його запустив.',
    ],
  },
  'source-without-mapping': {
    level: 'warning',
    text: [
      'The source {source} has no mapping, so that nothing can be imported.',
      'Для джерела {source} не визначено відповідності полів, тож імпорт неможливий.',
    ],
    remedy: [
      'Let “brama sources guess FILE” write a mapping, correct it, and store it by “brama sources set”.',
      'Створіть відповідність командою «brama sources guess FILE», виправте її та збережіть командою «brama sources set».',
    ],
  },
  'source-needs-register': {
    level: 'error',
    text: [
      'The source {source} comes from the register EDEBO, but EDEBO_URL and the settings beside it are not set.',
      'Джерело {source} надходить із реєстру ЄДЕБО, але EDEBO_URL і пов’язані з ним налаштування не задано.',
    ],
    remedy: [
      'Set EDEBO_URL and the four settings beside it, and restart the server.',
      'Задайте EDEBO_URL і чотири пов’язані з ним налаштування та перезапустіть сервер.',
    ],
  },
  'source-without-notices': {
    level: 'warning',
    text: [
      'Users who leave a source receive no notice, because email is off; they lose access soon: {count}.',
      'Користувачі, які вибули з джерел, не отримують попереджень, бо пошту вимкнено; невдовзі втратять доступ: {count}.',
    ],
    remedy: [
      'Set SMTP_URL and MAIL_FROM, and restart the server.',
      'Задайте SMTP_URL і MAIL_FROM та перезапустіть сервер.',
    ],
  },
} as const satisfies Record<string, Kind>;

export type FindingId = keyof typeof kinds;
export const findingIds = Object.keys(kinds) as [FindingId, ...FindingId[]];

export type FindingValues = Readonly<Record<string, string | number>>;

const inLanguage = ([en, uk]: Words, language: Language) => (language === 'uk' ? uk : en);

const fill = (text: string, values: FindingValues) =>
  text.replace(/\{(\w{1,20})\}/g, (_whole, name: string) => `${values[name] ?? '?'}`);

const isFailure = (value: unknown): value is ImportFailure =>
  importFailures.some((one) => one === value);

/** Returns the values with words for the reason of a failed import. */
function inWords(values: FindingValues, language: Language): FindingValues {
  const { reason } = values;
  return isFailure(reason) ? { ...values, reason: explainFailure(reason, language) } : values;
}

/** Returns how bad a finding is, what it says and what helps. */
export function explainFinding(
  id: FindingId,
  given: FindingValues,
  language: Language,
): { level: FindingLevel; text: string; remedy: string | null } {
  const { level, text, remedy }: Kind = kinds[id];
  const values = inWords(given, language);
  return {
    level,
    text: fill(inLanguage(text, language), values),
    remedy: remedy === undefined ? null : fill(inLanguage(remedy, language), values),
  };
}
