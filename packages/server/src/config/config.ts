// Reads the environment into one frozen object and reports all invalid settings at once, by name. The caller passes
// the environment.

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { lifetimes } from '@brama/contract/lifetimes';
import { z } from 'zod';
import { mailSettings, mailTable, validateMail } from '../mail/settings.ts';
import { isLoopback } from '../outbound/loopback.ts';
import { rateLimitTable } from '../rate-limits/settings.ts';
import {
  methodSettingsIssues,
  methodSettingsTable,
  readMethodSettings,
} from '../sign-in/method-settings.ts';
import {
  type Environment,
  formerNamesIn,
  key256,
  optionalWholeNumber,
  origin,
  type ReadFile,
  readSettings,
  type SettingIssue,
  SettingsError,
  setting,
  type Values,
  wholeNumber,
} from './settings.ts';

export type Mode = 'production' | 'development' | 'demo';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Accepts an address, or a network as address/bits. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

const proxies = z
  .string()
  .optional()
  .transform((text): number | string[] | false => {
    if (text === undefined || text === '0') return false;
    return /^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim());
  })
  .refine((value) => !Array.isArray(value) || value.every(isAddressOrNetwork), {
    error: 'must be the number of proxies in front, or their addresses separated by commas',
  });

/** `@@` marks placeholders in our pages, so no name may contain it. */
const organisationName = z
  .string()
  .max(200)
  .regex(/^(?!.*@@)/, 'must not hold @@');

/** Optional. The demo and development use an invented address by default. */
const supportEmail = z.email('must be an e-mail address').optional();
const securityContact = z
  .union([z.email(), z.url({ protocol: /^https$/ })], 'must be an e-mail or https address')
  .optional();
const httpsAddress = z
  .string()
  .optional()
  .refine((text) => text === undefined || URL.parse(text)?.protocol === 'https:', {
    error: 'must be an https address',
  });

/** All settings of the server, in the order of docs/operate.md. */
export const settingsTable = {
  mode: setting(
    'NODE_ENV',
    'demo',
    '`production`, `development` or `demo`. Production refuses to start with missing or unsafe settings.',
    z.enum(['production', 'development', 'demo']).default('demo'),
  ),
  port: setting('PORT', '3000', 'TCP port to listen on.', wholeNumber(1, 65535, 3000)),
  host: setting(
    'HOST',
    'localhost',
    'Address to listen on; `0.0.0.0` for every interface (in a container, behind a proxy).',
    z.string().default('localhost'),
  ),
  baseUrl: setting(
    'BASE_URL',
    'http://localhost:$PORT',
    'The one public address users and applications see, without a path. Required in production, https there.',
    origin,
  ),
  dataDir: setting(
    'DATA_DIR',
    'data',
    'Folder for the embedded database and, outside production, the keys.',
    z
      .string()
      .default('data')
      .transform((path) => resolve(path)),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'SQLite file in `DATA_DIR`',
    '`postgres://user:password@host/database` for several nodes; unset for the embedded SQLite.',
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// (leave it unset for SQLite)')
      .optional(),
    true,
  ),
  demo: setting(
    'BRAMA_DEMO',
    '1, in production 0',
    '`0` starts without demo users, demo applications and simulators. `1` is refused in production.',
    z.enum(['0', '1'], { error: 'must be 0 or 1' }).optional(),
  ),
  organisationNameUk: setting(
    'ORGANISATION_NAME_UK',
    'Університет',
    'Name of the organisation in Ukrainian, nominative case; shown in the footer and the legal pages.',
    organisationName.default('Університет'),
  ),
  organisationNameEn: setting(
    'ORGANISATION_NAME_EN',
    'The University',
    'The same in English.',
    organisationName.default('The University'),
  ),
  organisationLogo: setting(
    'ORGANISATION_LOGO',
    'none',
    'Path of an .svg, .png or .webp file (200 KiB at most) shown beside Brama’s mark on every page.',
    z.string().optional(),
  ),
  supportEmail: setting(
    'SUPPORT_EMAIL',
    'none, in the demo invented',
    'Where users write for help and about their data. Without it pages lead to the help page instead.',
    supportEmail,
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    '`SUPPORT_EMAIL`',
    'Contact for reports of vulnerabilities: an email or https address, published in `/.well-known/security.txt`.',
    securityContact,
  ),
  supportBotEmployees: setting(
    'SUPPORT_BOT_EMPLOYEES',
    'none, in the demo invented',
    'https address of the support chat bot for employees, on the help page.',
    httpsAddress,
  ),
  supportBotStudents: setting(
    'SUPPORT_BOT_STUDENTS',
    'none, in the demo invented',
    'The same for students.',
    httpsAddress,
  ),
  taxIdKey: setting(
    'TAX_ID_KEY',
    'made and kept in `DATA_DIR` outside production',
    'Key of the keyed hash under which tax numbers are stored: 32 random bytes in hexadecimal or base64. Changing it unlinks every tax number.',
    key256,
    true,
  ),
  dataKey: setting(
    'DATA_KEY',
    'made and kept in `DATA_DIR` outside production',
    'Key for encryption at rest: 32 random bytes in hexadecimal or base64.',
    key256,
    true,
  ),
  ...methodSettingsTable,
  ...mailTable,
  sessionIdleSeconds: setting(
    'SESSION_IDLE_SECONDS',
    '43200',
    'A session ends after this many seconds without use (12 hours, or the absolute lifetime if that is shorter).',
    optionalWholeNumber(1, 31_536_000),
  ),
  sessionAbsoluteSeconds: setting(
    'SESSION_ABSOLUTE_SECONDS',
    '604800',
    'A session ends at most this many seconds after sign-in (7 days).',
    wholeNumber(1, 31_536_000, 604_800),
  ),
  deviceAbsoluteSeconds: setting(
    'DEVICE_ABSOLUTE_SECONDS',
    '15552000',
    'A device (a TV, a program in a terminal) must be confirmed again this many seconds after its sign-in, however much it is used (180 days). Without use its sign-in ends after thirty days.',
    wholeNumber(60, 315_360_000, 15_552_000),
  ),
  signInTicketSeconds: setting(
    'SIGN_IN_TICKET_SECONDS',
    '60',
    'Lifetime of the one-time ticket between the sign-in and the session.',
    wholeNumber(5, 600, 60),
  ),
  applicationTicketSeconds: setting(
    'APPLICATION_TICKET_SECONDS',
    `${lifetimes.applicationTicket}`,
    'Lifetime of the ticket that an application resolves.',
    wholeNumber(5, 3600, lifetimes.applicationTicket),
  ),
  passwordMinLength: setting(
    'PASSWORD_MIN_LENGTH',
    '12',
    'Minimum length of passwords chosen by users; 15 if a password is the only factor (NIST SP 800-63B-4). No character classes are required.',
    wholeNumber(8, 64, 12),
  ),
  hashThreads: setting(
    'HASH_THREADS',
    'number of processor cores',
    'Threads that compute password hashes, 19 MiB each while busy.',
    wholeNumber(1, 64, availableParallelism()),
  ),
  hashQueue: setting(
    'HASH_QUEUE',
    '1000',
    'Sign-ins that may wait for a hash thread; more are rejected with 503 and `Retry-After`.',
    wholeNumber(1, 100_000, 1000),
  ),
  ...rateLimitTable,
  trustProxy: setting(
    'TRUST_PROXY',
    'none',
    'Reverse proxies whose X-Forwarded-For is trusted: their number, or their addresses.',
    proxies,
  ),
  oidcRegistration: setting(
    'OIDC_REGISTRATION',
    '0',
    '`1` lets applications register themselves, each with a token of `npm run brama -- registrations token`.',
    z
      .enum(['0', '1'], { error: 'must be 0 or 1' })
      .default('0')
      .transform((value) => value === '1'),
  ),
  outboundAllow: setting(
    'OUTBOUND_ALLOW',
    'none, in the demo this computer',
    'Private networks in which applications may be notified of sign-outs, as addresses or CIDR separated by commas (`10.20.0.0/16`). Without it only public addresses are reached.',
    z
      .string()
      .optional()
      .transform((text) => text?.split(',').map((part) => part.trim()))
      .refine((list) => list === undefined || list.every(isAddressOrNetwork), {
        error: 'must be addresses or networks separated by commas, for example 10.20.0.0/16',
      }),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info, in the demo warn',
    'How much is logged: trace, debug, info, warn, error, fatal or silent.',
    z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).optional(),
  ),
};

type Read = Values<typeof settingsTable>;

/** Returns the issues of settings that production requires or forbids, in addition to their own validation. */
function productionFaults(read: Partial<Read>, faulty: ReadonlySet<string>): SettingIssue[] {
  const faults: SettingIssue[] = [];
  const demand = (setting: string, broken: boolean, reason: string) => {
    if (broken && !faulty.has(setting)) faults.push({ setting, reason });
  };
  const url = read.baseUrl ? new URL(read.baseUrl) : undefined;
  const missing = 'must be set in production';
  demand('BASE_URL', !url, missing);
  demand(
    'BASE_URL',
    url?.protocol === 'http:' && !isLoopback(url.hostname),
    'must be https in production: over plain http anybody on the way could read sessions',
  );
  demand('TAX_ID_KEY', !read.taxIdKey, missing);
  demand('DATA_KEY', !read.dataKey, missing);
  demand('BRAMA_DEMO', read.demo === '1', 'is refused in production: demo passwords are public');
  return faults;
}

function allFaults(read: Partial<Read>, faults: readonly SettingIssue[]): SettingIssue[] {
  const faulty = new Set(faults.map((fault) => fault.setting.replace(/_FILE$/, '')));
  const all = [...faults];
  if (read.mode === 'production') all.push(...productionFaults(read, faulty));
  all.push(...methodSettingsIssues(read, faulty, read.mode === 'production'));
  all.push(...validateMail(read, faulty));
  if (read.taxIdKey && read.dataKey && read.taxIdKey.equals(read.dataKey))
    all.push({ setting: 'DATA_KEY', reason: 'must be another key than TAX_ID_KEY' });
  const { sessionIdleSeconds: idle, sessionAbsoluteSeconds: absolute } = read;
  if (idle !== undefined && absolute !== undefined && idle > absolute)
    all.push({
      setting: 'SESSION_IDLE_SECONDS',
      reason: 'must not be longer than SESSION_ABSOLUTE_SECONDS',
    });
  return all;
}

/** The demo shows the pages as with support settings. The invented addresses do not exist. */
function withInventedSupport(read: Read) {
  return {
    supportEmail: read.supportEmail ?? 'support@campus.example',
    supportBotEmployees: read.supportBotEmployees ?? 'https://bots.campus.example/employees',
    supportBotStudents: read.supportBotStudents ?? 'https://bots.campus.example/students',
  };
}

/**
 * Reads all settings.
 * @throws {SettingsError} with all issues; it contains no secret value.
 */
export function readConfig(env: Environment, readFile: ReadFile) {
  const { values, faults } = readSettings(settingsTable, env, readFile);
  const found = allFaults(values, faults);
  if (found.length > 0) throw new SettingsError(found);
  const read = values as Read;
  const baseUrl = read.baseUrl ?? `http://localhost:${read.port}`;
  const demo = (read.demo ?? (read.mode === 'production' ? '0' : '1')) === '1';
  return Object.freeze({
    ...read,
    ...(demo && withInventedSupport(read)),
    /** Former names in use → current names. */
    formerNames: formerNamesIn(settingsTable, env),
    baseUrl,
    sessionIdleSeconds: read.sessionIdleSeconds ?? Math.min(43_200, read.sessionAbsoluteSeconds),
    /** Users connect over https, so cookies are `Secure` and their names begin with `__Host-`. */
    secure: baseUrl.startsWith('https:'),
    demo,
    outboundAllow: read.outboundAllow ?? (demo ? ['127.0.0.0/8', '::1/128'] : []),
    ...readMethodSettings(read),
    /** Undefined if no mail can be sent. In the demo, mail is printed. */
    mail: mailSettings(read, demo),
    logLevel: read.logLevel ?? (read.mode === 'demo' ? 'warn' : 'info'),
  });
}

export type Config = ReturnType<typeof readConfig>;
