// Generates the tables of docs/settings.md, and .env.example, from the schema of the settings.

import { allSettings } from '@brama/server/app/config';
import { withTable } from './manual-table.ts';

const settings = Object.values(allSettings);

/** Heading → its settings, in the order of the page. A name that ends with `_` stands for all that begin with it. */
const areas: readonly [heading: string, names: readonly string[]][] = [
  ['Required in production', ['NODE_ENV', 'BASE_URL', 'TAX_ID_KEY', 'DATA_KEY']],
  ['Server and proxy', ['PORT', 'HOST', 'TRUST_PROXY', 'OUTBOUND_ALLOW', 'LOG_LEVEL']],
  ['Data', ['DATA_DIR', 'DATABASE_URL', 'DATABASE_OWNER_URL', 'BRAMA_DEMO', 'TAX_ID_CHECK_DIGIT']],
  ['Organisation', ['ORGANISATION_', 'SUPPORT_', 'SECURITY_CONTACT', 'STATUS_URL']],
  ['Email', ['SMTP_URL', 'MAIL_FROM']],
  [
    'Sessions and tickets',
    ['SESSION_', 'DEVICE_ABSOLUTE_SECONDS', 'SIGN_IN_TICKET_SECONDS', 'APPLICATION_TICKET_SECONDS'],
  ],
  ['Passwords', ['PASSWORD_MIN_LENGTH', 'BREACHED_PASSWORDS', 'HASH_']],
  ['Second factors', ['SECOND_FACTOR', 'SECOND_FACTOR_']],
  ['Limits on attempts', ['RATE_LIMIT_']],
  ['Import from the state register', ['EDEBO_']],
  ['Diia', ['DIIA_']],
  ['Google', ['GOOGLE_']],
  ['Passkeys', ['PASSKEYS', 'PASSKEY_']],
  ['Applications', ['OIDC_REGISTRATION']],
];

const isOf = (names: readonly string[], setting: string) =>
  names.some((name) => (name.endsWith('_') ? setting.startsWith(name) : setting === name));

/** Returns the lines of the tables. @throws an Error if a setting has no area. */
function tables(): string[] {
  const without = settings.filter(({ name }) => !areas.some(([, names]) => isOf(names, name)));
  if (without.length > 0)
    throw new Error(`no area in settings-docs.ts: ${without.map(({ name }) => name).join(', ')}`);
  return areas.flatMap(([heading, names]) => [
    '',
    `## ${heading}`,
    '',
    '| setting | default | what it does |',
    '| --- | --- | --- |',
    ...settings
      .filter(({ name }) => isOf(names, name))
      .map(
        ({ name, defaultText, description }) => `| \`${name}\` | ${defaultText} | ${description} |`,
      ),
  ]);
}

export const withSettings = (page: string) => withTable(page, 'settings', [...tables(), '']);

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.replaceAll('`', '').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > 96) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.map((line) => `# ${line}`);
}

export function envExample(): string {
  const blocks = settings.map(({ name, defaultText, description }) => {
    const plain = defaultText.replaceAll('`', '');
    return [...wrapped(description), `# default: ${plain}`, `#${name}=`].join('\n');
  });
  const head =
    '# Settings of Brama, all optional outside production. Each may also be given as NAME_FILE, the path of\n# a file that holds the value. Written by `npm run docs`; load it with your shell or service manager.';
  return `${[head, ...blocks].join('\n\n')}\n`;
}
