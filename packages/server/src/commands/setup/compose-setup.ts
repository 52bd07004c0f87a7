// The server of the page `/{lng}/setup`, which runs instead of the product until a new installation is set up. It has no database of
// its own.

import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback } from '@brama/contract/loopback';
import type { PageProps } from '@brama/contract/pages/page-props';
import { type Language, languages } from '@brama/contract/paths';
import { recoveryPath } from '@brama/contract/recovery/paths';
import { setupExamples } from '@brama/contract/setup/examples';
import { logoFileField } from '@brama/contract/setup/logo-file-field';
import {
  type SetupField,
  type SetupFields,
  setupCodeForm,
  setupFieldNames,
  setupForm,
  setupFormPath,
  setupPath,
} from '@brama/contract/setup/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import { z } from 'zod';
import type { FullConfig } from '../../app/config.ts';
import { SettingsError } from '../../config/settings.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { newSecret } from '../../crypto/secrets.ts';
import { lookInto } from '../../database/open.ts';
import { fail } from '../../errors.ts';
import { UploadedFile } from '../../http/forms.ts';
import { registerHealth } from '../../http/health/health.ts';
import { hostCookie } from '../../http/host-cookie.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { buildServer } from '../../http/server.ts';
import { pageAddress } from '../../pages/address.ts';
import { createBadUrlPage, createErrorPage } from '../../pages/error-page.ts';
import {
  formPage,
  Instead,
  leadTo,
  type PageExchange,
  Refused,
  registerFormPages,
} from '../../pages/form-page.ts';
import { chooseLanguageHash } from '../../pages/language/choose-language.ts';
import { responseLanguage } from '../../pages/language/language.ts';
import { createNotices, registerNotices } from '../../pages/notices.ts';
import { registerOneTimeNotice } from '../../pages/one-time-notice.ts';
import { sendPage } from '../../pages/send-page.ts';
import { registerStaticFiles } from '../../pages/static-files.ts';
import { waitForRenderer } from '../../pages/wait-for-renderer.ts';
import type { Site } from '../../pages/web-build.ts';
import { Refusal } from '../backup/refusal.ts';
import {
  administratorFields,
  clashOf,
  findObstacle,
  type NewAdministrator,
  type Obstacle,
  readField,
} from './first-administrators.ts';
import {
  configBefore,
  type Installed,
  install,
  isSet,
  issuesOf,
  type NewLogo,
  readNewLogo,
  readStart,
  type Start,
} from './install.ts';
import { SetupCode } from './setup-code.ts';
import { withPassword } from './smtp-address.ts';

export type SetupDeps = {
  start: Start;
  /** The settings so far. */
  config: FullConfig;
  site: Site;
  logger: Logger;
  logDestination: DestinationStream;
  now: () => number;
  /** Runs once nothing is left to set up. */
  onDone: () => void;
};

const refusedCode = 403;
const refusedField = 422;
const refusedInstall = 409;

/** A logo of more than 200 KiB is refused by a page that keeps what was typed; only larger bodies by the server. */
const maxUploadBytes = 2 * 1024 * 1024;

/** Wrong codes from one network within an hour. A code cannot be guessed; the limit keeps the log readable. */
const maxWrongCodes = 10;
const hourMs = 3_600_000;

class WrongCodes {
  #counts = new Map<string, number>();
  #since = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a wrong code. @throws `request.too-many` */
  count(network: string): void {
    if (this.#now() - this.#since >= hourMs) {
      this.#counts = new Map();
      this.#since = this.#now();
    }
    const retryAfterSeconds = Math.ceil((this.#since + hourMs - this.#now()) / 1000);
    const count = this.#counts.get(network) ?? 0;
    if (count >= maxWrongCodes) fail('request.too-many', { retryAfterSeconds });
    this.#counts.set(network, count + 1);
  }
}

const forwarding = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip)$/;

/**
 * A proxy on this machine has a loopback address too. It says so in a header, or speaks HTTP/1.0, which no browser does. A proxy may do
 * neither. But browsers send `Sec-Fetch-Site` only over https and to loopback (Fetch Metadata §3), never over plain http to another machine.
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const peer = (raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isLocal = isIP(peer) !== 0 && (peer === '::1' || isLoopback(peer));
  const isForwarded = Object.keys(headers).some((name) => forwarding.test(name));
  return (
    isLocal && !isForwarded && raw.httpVersion !== '1.0' && headers['sec-fetch-site'] !== undefined
  );
}

/** Returns the origin at which the browser has the page open; undefined if another person on the way could read the code. */
function openedAt(request: FastifyRequest): string | undefined {
  const { protocol, host } = request;
  const url = URL.parse(`${protocol}://${host}`);
  if (url?.pathname !== '/' || url.username !== '') return undefined;
  if (protocol === 'https') return url.origin;
  return isLoopback(url.hostname) && isFromThisMachine(request) ? url.origin : undefined;
}

/** A proxy that changes the host cannot hide where the browser has the page open. */
const isSentFrom = ({ headers }: FastifyRequest, origin: string) =>
  headers.origin === undefined || headers.origin === origin;

type Opened = { origin: string } | { state: 'insecure' | 'elsewhere'; address: string };

/** Returns where the page is open, or why it cannot be used there. */
function openedFor({ start, config }: SetupDeps, request: FastifyRequest): Opened {
  const origin = openedAt(request);
  if (origin === undefined || !isSentFrom(request, origin))
    return { state: 'insecure', address: '' };
  if (isSet(start, 'BASE_URL') && origin !== config.baseUrl)
    return { state: 'elsewhere', address: config.baseUrl };
  return { origin };
}

/** Without `Secure` on loopback. */
const cookies = {
  https: hostCookie('setup', { secure: true, sameSite: 'strict' }),
  http: hostCookie('setup', { secure: false, sameSite: 'strict' }),
};
const cookieAt = (origin: string) => (origin.startsWith('https:') ? cookies.https : cookies.http);

const settingOf: Partial<Record<SetupField, string>> = {
  organisationUk: 'ORGANISATION_NAME_UK',
  organisationEn: 'ORGANISATION_NAME_EN',
  logo: 'ORGANISATION_LOGO',
  colour: 'ORGANISATION_COLOUR',
  proxies: 'TRUST_PROXY',
  smtpUrl: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
};

/** Returns the settings that the form asks for. An interrupted set-up continues with those of its file. */
const askedFields = ({ start }: SetupDeps): SetupField[] =>
  start.stored === undefined
    ? (Object.keys(settingOf) as SetupField[]).filter(
        (field) => !isSet(start, settingOf[field] ?? ''),
      )
    : [];

class WrongField extends Error {
  override name = 'WrongField';
  readonly field: SetupField;

  constructor(field: SetupField, options?: ErrorOptions) {
    super(`wrong ${field}`, options);
    this.field = field;
  }
}

const administratorNames = {
  first: { username: 'username', fullName: 'fullName', email: 'email' },
  second: { username: 'secondUsername', fullName: 'secondFullName', email: 'secondEmail' },
} as const;

/** @throws {WrongField} */
function readAdministrator(
  fields: SetupFields,
  which: keyof typeof administratorNames,
): NewAdministrator {
  const names = administratorNames[which];
  const read = administratorFields.map((field) => {
    const value = readField(field, fields[names[field]]);
    if ('reason' in value) throw new WrongField(names[field]);
    return [field, value.value];
  });
  return Object.fromEntries(read);
}

/** @throws {WrongField} */
function readAdministrators(fields: SetupFields): NewAdministrator[] {
  const first = readAdministrator(fields, 'first');
  const names = Object.values(administratorNames.second);
  if (names.every((name) => fields[name].trim() === '')) return [first];
  const second = readAdministrator(fields, 'second');
  if (clashOf(second, first) !== undefined) throw new WrongField('secondUsername');
  return [first, second];
}

/** @throws {WrongField} */
function readSettings(
  deps: SetupDeps,
  fields: SetupFields,
  origin: string,
): Record<string, string> {
  const asked = askedFields(deps).filter((field) => field !== 'logo');
  const settings = Object.fromEntries(
    asked.flatMap((field) => {
      const value = fields[field].trim();
      return value === '' ? [] : [[settingOf[field] ?? '', value]];
    }),
  );
  if (!isSet(deps.start, 'BASE_URL')) settings['BASE_URL'] = origin;
  for (const field of ['organisationUk', 'organisationEn'] as const)
    if (asked.includes(field) && fields[field].trim() === '') throw new WrongField(field);
  const smtp = settings['SMTP_URL'];
  // the page shows this field again
  if (smtp !== undefined && URL.parse(smtp)?.password) throw new WrongField('smtpUrl');
  if (asked.includes('smtpUrl') && fields.smtpPassword !== '') {
    if (smtp === undefined) throw new WrongField('smtpPassword');
    settings['SMTP_URL'] = withPassword(smtp, fields.smtpPassword);
  }
  const issues = issuesOf(deps.start, settings);
  const wrong = asked.find((field) => issues.some(({ setting }) => setting === settingOf[field]));
  if (wrong !== undefined) throw new WrongField(wrong);
  return settings;
}

/** A form with an image, and one without: browsers send an empty file for no choice. */
const uploadForm = setupForm.extend({
  [logoFileField]: z.union([z.instanceof(UploadedFile), z.string()]).optional(),
});
type UploadFields = z.infer<typeof uploadForm>;

/** Returns the image, or the path of one on the server. An image wins. @throws {WrongField} */
function readLogoOf(deps: SetupDeps, { logo: path, logoFile }: UploadFields): NewLogo | undefined {
  const uploaded = logoFile instanceof UploadedFile ? logoFile.content : Buffer.alloc(0);
  const logo = uploaded.length > 0 ? uploaded : path.trim();
  if (logo === '' || !askedFields(deps).includes('logo')) return undefined;
  try {
    readNewLogo(deps.config.dataDir, logo);
    return logo;
  } catch (error) {
    if (error instanceof Refusal) throw new WrongField('logo', { cause: error });
    throw error;
  }
}

/** What the address bar and the forms of a browser may do here. */
type Browser = { origin: string };

class SetupPages {
  readonly #deps: SetupDeps;
  readonly #wrongCodes: WrongCodes;
  #isInstalling = false;

  constructor(deps: SetupDeps) {
    this.#deps = deps;
    this.#wrongCodes = new WrongCodes(deps.now);
  }

  /** Returns the valid code of set-up. The file is read each time: another code may replace it. */
  #code = () => SetupCode.find(this.#deps.start.env, this.#deps.now());

  #hasEntered(request: FastifyRequest, origin: string): boolean {
    const secret = cookieAt(origin).readSecret(request);
    return secret !== undefined && this.#code()?.isBoundTo(secret) === true;
  }

  /** Leads a browser that has not entered the code to its page. */
  #loadForm = async ({ request, language }: PageExchange): Promise<Browser | Instead> => {
    const opened = openedFor(this.#deps, request);
    if (!('origin' in opened) || !this.#hasEntered(request, opened.origin))
      return leadTo(`/${language}/${setupPath}`);
    return opened;
  };

  /** Shows why the page cannot be used here. */
  #loadCode = async ({ request }: PageExchange): Promise<Browser | Instead> => {
    const opened = openedFor(this.#deps, request);
    if (!('origin' in opened)) return this.#unusable(opened);
    return opened;
  };

  #unusable = ({ state, address }: { state: 'insecure' | 'elsewhere'; address: string }) =>
    new Instead(({ request, reply, language }) =>
      sendPage(
        request,
        reply,
        this.#deps.site.renderPage(
          'setup-code',
          language,
          { message: '', state, address },
          { ...pageAddress(request), path: setupPath },
        ),
        { status: refusedCode },
      ),
    );

  #enter({ request, reply }: PageExchange, typed: string, { origin }: Browser) {
    const network = networkOf(request.ip);
    const code = this.#code();
    const cookie = cookieAt(origin);
    const known = cookie.readSecret(request);
    // another page of this machine may have set the cookie
    const secret = known !== undefined && code?.isBoundTo(known) ? known : newSecret();
    if (code?.matches(typed) && code.bindTo(secret)) {
      cookie.set(reply, secret, Math.ceil((code.validUntil - this.#deps.now()) / 1000));
      return undefined;
    }
    this.#wrongCodes.count(network);
    request.log.warn({ network }, 'code of set-up refused');
    return new Refused(refusedCode);
  }

  readonly code = () =>
    formPage({
      path: setupPath,
      page: 'setup-code',
      load: this.#loadCode,
      props: ({ message }) => ({ message, state: 'code', address: '' }),
      words: ({ code }, t) =>
        code === undefined
          ? t('setup:setup-code.wrong', { command: setupExamples.command })
          : undefined,
    }).takes({
      fields: setupCodeForm,
      act: async (exchange, { code }, browser) => this.#enter(exchange, code, browser),
      next: setupFormPath,
    });

  async #install(fields: UploadFields, { origin }: Browser): Promise<Installed | Refused> {
    const { start, logDestination } = this.#deps;
    if (this.#isInstalling) return fail('busy');
    this.#isInstalling = true;
    try {
      const administrators = readAdministrators(fields);
      const settings = readSettings(this.#deps, fields, origin);
      const logo = readLogoOf(this.#deps, fields);
      return await install(
        readStart(start.env),
        { settings, logo, administrators },
        logDestination,
      );
    } catch (error) {
      if (error instanceof WrongField) return new Refused(refusedField, { wrong: error.field });
      if (!(error instanceof Refusal || error instanceof SettingsError)) throw error;
      this.#deps.logger.error({ reason: error.message }, 'set-up refused');
      return new Refused(refusedInstall, { wrong: 'installation' });
    } finally {
      this.#isInstalling = false;
    }
  }

  #done(installed: Installed, language: Language): PageProps['setup-done'] {
    const { administrators, keys, settingsFile, config } = installed;
    return {
      href: `${config.baseUrl}/${language}/${recoveryPath}/access-code`,
      administrators: administrators.map(({ username, accessCode }) => ({ username, accessCode })),
      keys: keys.map(({ setting, fingerprint, file = null }) => ({ setting, fingerprint, file })),
      settingsFile,
    };
  }

  readonly form = () =>
    formPage({
      path: setupFormPath,
      page: 'setup-form',
      load: this.#loadForm,
      props: ({ message, kept }, { origin }) => ({
        message,
        wrong: kept('wrong'),
        address: origin,
        database: this.#deps.config.databaseUrl === undefined ? 'sqlite' : 'postgres',
        folder: this.#deps.config.dataDir,
        fields: askedFields(this.#deps),
        typed: Object.fromEntries(keptFields.map((field) => [field, kept(field)])),
      }),
      words: ({ kept }, t) => {
        if (kept['wrong'] === 'installation') return t('setup:wrong.installation');
        const wrong = setupFieldNames.find((field) => field === kept['wrong']);
        return wrong && t(`setup:wrong.${wrong}`, { example: setupExamples.mailFrom });
      },
    }).takes({
      fields: uploadForm,
      keeps: keptFields,
      act: (_exchange, fields, browser) => this.#install(fields, browser),
      next: ({ language }, installed) =>
        new Instead(({ request, reply }) => {
          afterReply(reply, this.#deps.onDone);
          const { site, logger } = this.#deps;
          logger.info({ baseUrl: installed.config.baseUrl }, 'set up');
          const props = this.#done(installed, language);
          const page = site.renderPage('setup-done', language, props, pageAddress(request));
          return sendPage(request, reply, page, { personal: true });
        }),
    });
}

/** A request on the same connection could make the system discard what the browser has not read yet. */
function afterReply(reply: FastifyReply, done: () => void): void {
  reply.header('connection', 'close');
  reply.raw.once('close', done);
}

/** All but the password. */
const keptFields = setupFieldNames.filter((field) => field !== 'smtpPassword');

/** Between two looks whether a set-up in the terminal, or on another node, is done. */
const watchMs = 1000;

/**
 * Returns why nothing is left to set up; undefined otherwise. The settings file is read again: a set-up in the terminal may have written it,
 * and it may name another database. @throws {SettingsError} for one that is not valid.
 */
function findEnd({ start: { env }, logger }: SetupDeps): Promise<Obstacle | undefined> {
  return lookInto(configBefore(readStart(env)), logger, findObstacle);
}

/** Asks now and then, without a request. */
function watchForEnd(server: FastifyInstance, { logger, onDone }: SetupDeps, look: Look): void {
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .then((obstacle) => obstacle && onDone())
      // the database may answer later
      .catch((error: unknown) => logger.debug({ err: error }, 'database not read'))
      .finally(() => {
        isLooking = false;
      });
  }, watchMs);
  server.addHook('onClose', async () => clearInterval(timer));
}

type Look = () => Promise<Obstacle | undefined>;

/** Nothing here exists any more once the installation has users, or has ever had an administrator. */
function refuseOtherwise(server: FastifyInstance, deps: SetupDeps): void {
  const { onDone } = deps;
  let looking: Promise<Obstacle | undefined> | undefined;
  // one connection, however many requests wait
  const look = () => {
    looking ??= findEnd(deps).finally(() => {
      looking = undefined;
    });
    return looking;
  };
  watchForEnd(server, deps, look);
  const paths = new Set(
    languages.flatMap((language) =>
      [setupPath, setupFormPath].map((path) => `/${language}/${path}`),
    ),
  );
  server.addHook('onRequest', async (request, reply: FastifyReply) => {
    if (!paths.has(request.routeOptions.url ?? '')) return;
    if ((await look()) === undefined) return;
    afterReply(reply, onDone);
    fail('request.not-found');
  });
}

export async function composeSetup(deps: SetupDeps): Promise<FastifyInstance> {
  const { config, site, logger, now } = deps;
  const encryption = createEncryption(randomBytes(32));
  const notices = createNotices({ site, encryption, now });
  const server = await buildServer({
    ownOrigin: config.baseUrl,
    // the page may be open over https or on loopback
    secure: false,
    scriptHashes: [...site.description.scriptHashes, chooseLanguageHash],
    styleHashes: site.description.styleHashes,
    trustProxy: config.trustProxy,
    logger,
    errorPage: createErrorPage(site, notices),
    badUrlPage: createBadUrlPage(site),
  });
  waitForRenderer(server, site);
  registerOneTimeNotice(server, { encryption, secure: false, now });
  refuseOtherwise(server, deps);
  const pages = new SetupPages(deps);
  await registerFormPages(server, site, [pages.code(), pages.form()], { maxUploadBytes });
  registerNotices(server, { site, encryption, now });
  server.get('/', (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`/${responseLanguage(request)}/${setupPath}`, 302),
  );
  registerHealth(server, async () => undefined);
  await registerStaticFiles(server, site.folder);
  return server;
}
