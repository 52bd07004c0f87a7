// `npm run brama -- setup`: makes a new installation for production. It asks at a terminal, and takes options in scripts.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { recoveryPath } from '@brama/contract/recovery/paths';
import type { Environment } from '../config/settings.ts';
import { setupCodeFileOf } from '../config/settings-file.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import { sqliteFileIn } from '../database/open.ts';
import { Refusal, reasonOf, withRefusals } from './backup/refusal.ts';
import { logDestination } from './command-log.ts';
import { UsageError } from './line/read-line.ts';
import type { Given as LineOf } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { utcTime } from './run-command.ts';
import {
  type AdministratorField,
  administratorFields,
  clashOf,
  type NewAdministrator,
  readField,
} from './setup/first-administrators.ts';
import {
  checkStart,
  type Installed,
  install,
  isSet,
  issuesOf,
  readStart,
  type Start,
} from './setup/install.ts';
import { SetupCode } from './setup/setup-code.ts';
import { withPassword } from './setup/smtp-address.ts';
import { Terminal, type TerminalInput, type TerminalOutput } from './setup/terminal.ts';

/** A setting that set-up asks for. */
type Question = {
  setting: string;
  option: keyof Texts;
  isRequired?: boolean;
  prompt: string;
};

const questions = {
  address: {
    setting: 'BASE_URL',
    option: 'address',
    isRequired: true,
    prompt: 'Public address, such as https://id.campus.example: ',
  },
  organisationUk: {
    setting: 'ORGANISATION_NAME_UK',
    option: 'organisation-uk',
    isRequired: true,
    prompt: 'Name of the organisation in Ukrainian: ',
  },
  organisationEn: {
    setting: 'ORGANISATION_NAME_EN',
    option: 'organisation-en',
    isRequired: true,
    prompt: 'Name of the organisation in English: ',
  },
  logo: {
    setting: 'ORGANISATION_LOGO',
    option: 'logo',
    prompt: 'File of the logo, .svg, .png or .webp (empty: none): ',
  },
  colour: {
    setting: 'ORGANISATION_COLOUR',
    option: 'colour',
    prompt: 'Colour of buttons and links, such as #1a5fb4 (empty: that of Brama): ',
  },
  proxies: {
    setting: 'TRUST_PROXY',
    option: 'trust-proxy',
    prompt: 'Number of reverse proxies before the server (empty: none): ',
  },
  smtp: {
    setting: 'SMTP_URL',
    option: 'smtp-url',
    prompt:
      'Mail server without password, such as smtp://user@mail.campus.example:587 (empty: no email): ',
  },
  sender: {
    setting: 'MAIL_FROM',
    option: 'mail-from',
    prompt: 'Sender of email, such as id@campus.example: ',
  },
} as const satisfies Record<string, Question>;

const fieldNames: Record<
  AdministratorField,
  { option: 'username' | 'name' | 'email'; of: string }
> = {
  username: { option: 'username', of: 'Username' },
  fullName: { option: 'name', of: 'Full name' },
  email: { option: 'email', of: 'Email address' },
};

type Line = LineOf<(typeof areas)['setup']>;
type SetUpLine = Extract<Line, { command: '' }>;
type Texts = SetUpLine['options'];
type Arguments = { texts: Texts; isAsking: boolean };

/** @throws {UsageError} for a secret in an option, which other users of the machine can see. */
function refuseSecrets({ 'smtp-url': smtp, ...texts }: Texts): void {
  if (smtp !== undefined && URL.parse(smtp)?.password)
    throw new UsageError(
      '--smtp-url: must not contain the password, which other users of this machine could see: use --smtp-password-file',
    );
  if (texts['smtp-password-file'] !== undefined && smtp === undefined)
    throw new UsageError('--smtp-password-file: needs --smtp-url');
  if (texts['smtp-password-file'] === '-' && texts['database-url-file'] === '-')
    throw new UsageError('--smtp-password-file, --database-url-file: only one can be -');
}

/** The options without which set-up must ask. */
function missingOptions(start: Start, texts: Texts): string[] {
  const settings = Object.values(questions).filter(
    (one) => 'isRequired' in one && !isSet(start, one.setting),
  );
  const needed = [
    ...settings.map(({ option }) => option),
    ...Object.values(fieldNames).map(({ option }) => option),
  ];
  return needed.filter((option) => texts[option] === undefined);
}

/** @throws {UsageError} */
function readArguments({ options: texts }: SetUpLine, start: Start, canAsk: boolean): Arguments {
  refuseSecrets(texts);
  const [missing] = missingOptions(start, texts);
  const usesInput = Object.values(texts).includes('-');
  if (missing !== undefined && (!canAsk || usesInput))
    throw new UsageError(`--${missing} is missing`);
  return { texts, isAsking: missing !== undefined };
}

type Context = {
  /** The base of relative paths. */
  folder: string;
  env: Environment;
  input: TerminalInput;
  output: TerminalOutput;
};

/** Returns the content of a file or of standard input, without a line break at its end. @throws {Refusal} */
async function readSecret({ folder, input }: Context, file: string): Promise<string> {
  const path = resolve(folder, file);
  try {
    const content = file === '-' ? await text(input) : readFileSync(path, 'utf8');
    return content.replace(/\r?\n$/, '');
  } catch (error) {
    throw new Refusal(`Cannot read ${path}: ${reasonOf(error)}.`, { cause: error });
  }
}

type Settings = Record<string, string>;

/** Returns the settings that options give. */
async function settingsFrom(context: Context, texts: Texts): Promise<Settings> {
  const settings: Settings = {};
  for (const { setting, option } of Object.values(questions)) {
    const given = texts[option];
    if (given !== undefined && option !== 'logo') settings[setting] = given.trim();
  }
  const { 'database-url-file': databaseFile, 'smtp-password-file': passwordFile } = texts;
  if (databaseFile !== undefined)
    settings['DATABASE_URL'] = await readSecret(context, databaseFile);
  if (passwordFile !== undefined)
    settings['SMTP_URL'] = withPassword(
      settings['SMTP_URL'] ?? '',
      await readSecret(context, passwordFile),
    );
  return settings;
}

/** Asks for settings, and again for one that is invalid. */
class SettingQuestions {
  readonly #terminal: Terminal;
  readonly #start: Start;
  readonly settings: Settings;

  constructor(terminal: Terminal, start: Start, settings: Settings) {
    this.#terminal = terminal;
    this.#start = start;
    this.settings = settings;
  }

  #isKnown = (name: string) => this.settings[name] !== undefined || isSet(this.#start, name);

  #issueOf(name: string, value: string): string | undefined {
    const issues = issuesOf(this.#start, { ...this.settings, [name]: value });
    return issues.find(({ setting }) => setting === name)?.reason;
  }

  async #askUntilValid(
    name: string,
    { isRequired = false, ask }: { isRequired?: boolean; ask(): Promise<string> },
  ): Promise<void> {
    if (this.#isKnown(name)) return;
    for (;;) {
      const value = await ask();
      if (value === '' && !isRequired) return;
      const issue = value === '' ? 'must not be empty' : this.#issueOf(name, value);
      if (issue === undefined) {
        this.settings[name] = value;
        return;
      }
      this.#terminal.say(`  ${name}: ${issue}`);
    }
  }

  #ask = ({ setting, prompt, isRequired = false }: Omit<Question, 'option'>) =>
    this.#askUntilValid(setting, { isRequired, ask: () => this.#terminal.ask(prompt) });

  /** Asks for the place of the data, before it is examined. */
  askDatabase() {
    const isRequired = isSet(this.#start, 'DATABASE_OWNER_URL');
    const prompt = isRequired
      ? 'Address of PostgreSQL with the role of the server, not shown: '
      : 'Address of PostgreSQL, not shown (empty: SQLite in DATA_DIR): ';
    return this.#askUntilValid('DATABASE_URL', {
      isRequired,
      ask: () => this.#terminal.askHidden(prompt),
    });
  }

  async askOthers(): Promise<void> {
    await this.#ask(questions.address);
    await this.#ask(questions.organisationUk);
    await this.#ask(questions.organisationEn);
    await this.#ask(questions.colour);
    await this.#ask(questions.proxies);
    const hadMail = this.#isKnown('SMTP_URL');
    await this.#ask(questions.smtp);
    const smtp = this.settings['SMTP_URL'];
    if (smtp === undefined) return;
    if (!hadMail && URL.parse(smtp)?.username) {
      const password = await this.#terminal.askHidden('Password of the mail server, not shown: ');
      this.settings['SMTP_URL'] = withPassword(smtp, password);
    }
    await this.#ask({ ...questions.sender, isRequired: true });
  }
}

async function askLogo(terminal: Terminal, start: Start): Promise<string | undefined> {
  if (isSet(start, questions.logo.setting)) return undefined;
  return (await terminal.ask(questions.logo.prompt)) || undefined;
}

/** Returns the options of one administrator; undefined without any of them. */
function administratorFrom(texts: Texts, prefix: '' | 'second-'): Partial<NewAdministrator> {
  const given = administratorFields.flatMap((field) => {
    const value = texts[`${prefix}${fieldNames[field].option}`];
    if (value === undefined) return [];
    const read = readField(field, value);
    if ('reason' in read)
      throw new Refusal(`--${prefix}${fieldNames[field].option}: ${read.reason}.`);
    return [[field, read.value]];
  });
  return Object.fromEntries(given);
}

async function askField(
  terminal: Terminal,
  field: AdministratorField,
  whose: string,
): Promise<string> {
  for (;;) {
    const read = readField(field, await terminal.ask(`${fieldNames[field].of} of ${whose}: `));
    if ('value' in read) return read.value;
    terminal.say(`  ${read.reason}`);
  }
}

async function askAdministrator(
  terminal: Terminal,
  given: Partial<NewAdministrator>,
  whose: string,
): Promise<NewAdministrator> {
  const answers: Partial<NewAdministrator> = { ...given };
  for (const field of administratorFields)
    answers[field] ??= await askField(terminal, field, whose);
  return answers as NewAdministrator;
}

/** @throws {Refusal} if a part of the options is missing. */
function complete(given: Partial<NewAdministrator>, prefix: string): NewAdministrator {
  const missing = administratorFields.find((field) => given[field] === undefined);
  if (missing !== undefined)
    throw new Refusal(`--${prefix}${fieldNames[missing].option}: is missing.`);
  return given as NewAdministrator;
}

async function askSecond(
  terminal: Terminal,
  given: Partial<NewAdministrator>,
  first: NewAdministrator,
): Promise<NewAdministrator | undefined> {
  if (Object.keys(given).length === 0) {
    const answer = await terminal.ask(
      'Username of a second administrator, who can help the first one (empty: later): ',
    );
    if (answer === '') return undefined;
    const read = readField('username', answer);
    if ('value' in read) given.username = read.value;
    else terminal.say(`  ${read.reason}`);
  }
  const second = await askAdministrator(terminal, given, 'the second administrator');
  const clash = clashOf(second, first);
  if (clash === undefined) return second;
  terminal.say(`  Username of the second administrator: ${clash}`);
  return askSecond(terminal, {}, first);
}

type Answers = {
  settings: Settings;
  logo: string | undefined;
  administrators: NewAdministrator[];
};

async function answersFrom(context: Context, { texts }: Arguments): Promise<Answers> {
  const first = complete(administratorFrom(texts, ''), '');
  const given = administratorFrom(texts, 'second-');
  const second = Object.keys(given).length === 0 ? undefined : complete(given, 'second-');
  const clash = second && clashOf(second, first);
  if (clash !== undefined) throw new Refusal(`--second-username: ${clash}.`);
  return {
    settings: await settingsFrom(context, texts),
    logo: texts.logo && resolve(context.folder, texts.logo),
    administrators: second ? [first, second] : [first],
  };
}

async function askAll(
  context: Context,
  start: Start,
  { texts }: Arguments,
  check: (settings: Settings) => Promise<void>,
): Promise<Answers> {
  const terminal = new Terminal(context.input, context.output);
  const isNew = start.stored === undefined;
  try {
    const asked = new SettingQuestions(terminal, start, await settingsFrom(context, texts));
    if (isNew) await asked.askDatabase();
    await check(asked.settings);
    if (!isNew) terminal.say('An interrupted set-up continues with its settings file.');
    if (isNew) await asked.askOthers();
    const logo = texts.logo ?? (isNew ? await askLogo(terminal, start) : undefined);
    const whose = 'the first administrator';
    const first = await askAdministrator(terminal, administratorFrom(texts, ''), whose);
    const second = await askSecond(terminal, administratorFrom(texts, 'second-'), first);
    return {
      settings: asked.settings,
      logo: logo && resolve(context.folder, logo),
      administrators: second ? [first, second] : [first],
    };
  } finally {
    terminal.close();
  }
}

/** Returns where the data are, without the password. */
function placeOf({ databaseUrl, dataDir }: Installed['config']): string {
  if (databaseUrl === undefined) return `SQLite, ${sqliteFileIn(dataDir)}`;
  const { host, pathname, username } = new URL(databaseUrl);
  const names = [host || 'this machine', decodeURIComponent(pathname.slice(1))];
  return `PostgreSQL, ${names.join('/')}, role ${decodeURIComponent(username)}`;
}

function describe({ config, settingsFile, keys, administrators }: Installed): string {
  const [{ username: first } = { username: '' }] = administrators;
  return [
    `Brama is set up for ${config.baseUrl}. The settings stand in ${settingsFile}.`,
    `Database: ${placeOf(config)}`,
    '',
    'Keys and their fingerprints:',
    ...keys.map(
      ({ setting, fingerprint, file = 'in the settings' }) =>
        `  ${setting.padEnd(10)}  ${fingerprint}  ${file}`,
    ),
    'Store a copy of both keys now, apart from the backups: without them no backup can be restored, and users lose their authenticator apps. The fingerprints identify the copies.',
    '',
    `Start the server, open ${config.baseUrl}/en/${recoveryPath}/access-code and sign in with:`,
    ...administrators.map(
      ({ username, accessCode, expiresAt }) =>
        `  username ${username}, access code ${accessCode}, valid until ${utcTime(expiresAt)}`,
    ),
    'A code works once and is not shown again. With it the administrator adds a passkey, or chooses a password and then sets up an authenticator app, without which a password gives no access.',
    ...(administrators.length > 1
      ? []
      : [
          '',
          `Create a second administrator soon: without one, only a command on this machine helps ${first} after a loss of all ways to sign in.`,
        ]),
  ].join('\n');
}

async function setUp(context: Context, start: Start, given: Arguments): Promise<number> {
  const destination = logDestination();
  const check = (settings: Settings) => checkStart(start, settings, destination);
  // before a person answers, and before a secret is read
  if (!given.isAsking || start.stored !== undefined) await check({});
  const wanted = given.isAsking
    ? await askAll(context, start, given, check)
    : await answersFrom(context, given);
  console.log(describe(await install(start, wanted, destination)));
  return 0;
}

/** Prints the code that opens the page of set-up. */
async function printCode({ env }: Context, start: Start): Promise<number> {
  await checkStart(start, {}, logDestination());
  prepareDataDir(dirname(setupCodeFileOf(env)));
  const { written, validUntil } = SetupCode.issue(env, Date.now());
  console.log(
    `${written}\nvalid until ${utcTime(validUntil)}, in the first browser that enters it\nStart the server, and open /en/setup at the final public address.`,
  );
  return 0;
}

export function runSetup(args: readonly string[], context: Context): Promise<number> {
  // without a terminal for the output, the system would show hidden answers
  const canAsk = context.input.isTTY === true && context.output.isTTY === true;
  const read = (line: Line) => {
    const start = readStart(context.env);
    const given = line.command === '' ? readArguments(line, start, canAsk) : undefined;
    return { start, given };
  };
  return withRefusals(() =>
    withArguments('setup', args, read, ({ start, given }) =>
      given ? setUp(context, start, given) : printCode(context, start),
    ),
  );
}
