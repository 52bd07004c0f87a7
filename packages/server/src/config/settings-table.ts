// The settings of the server, without those of the sign-in methods. Settings of mail and of rate limits stand in their own
// folders.

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { lifetimes } from '@brama/contract/lifetimes';
import { secondFactorPolicies } from '@brama/contract/second-factor/second-factor';
import { oneLine, shownText } from '@brama/contract/text';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { mailTable } from '../mail/settings.ts';
import { rateLimitTable } from '../rate-limits/settings.ts';
import { readableOnLight } from './brand-colours.ts';
import { key256, optionalWholeNumber, origin, setting, wholeNumber } from './settings.ts';

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' });

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Accepts an address, or a network as address/bits. */
function isAddressOrNetwork(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return isIP(text) !== 0 || IPv4.isValidCIDRFourPartDecimal(text) || IPv6.isValidCIDR(text);
}

const listed = (text: string) => text.split(',').map((part) => part.trim());

const proxies = z
  .string()
  .optional()
  .transform((text): number | string[] | false => {
    if (text === undefined || text === '0') return false;
    return /^\d{1,2}$/.test(text) ? Number(text) : listed(text);
  })
  .refine((value) => !Array.isArray(value) || value.every(isAddressOrNetwork), {
    error: 'must be the number of proxies in front, or their addresses separated by commas',
  });

const organisationName = shownText(oneLine(200));

const organisationColour = z
  .string()
  .regex(/^#[\da-f]{6}$/i, 'must be a colour such as #1a5fb4')
  .toLowerCase()
  .refine((colour) => readableOnLight(colour) === colour, {
    abort: true,
    error: ({ input }) =>
      `is too light to be read on white; ${readableOnLight(String(input))} is dark enough`,
  });

const httpsAddress = z
  .string()
  .optional()
  .refine((text) => text === undefined || URL.parse(text)?.protocol === 'https:', {
    error: 'must be an https address',
  });

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
    'The one public address that users and applications see, without a path. Production requires it, with https.',
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
    { secret: true },
  ),
  databaseOwnerUrl: setting(
    'DATABASE_OWNER_URL',
    '`DATABASE_URL`',
    'The same address for the role that owns the schema. Only `npm run brama -- migrate` uses it, so do not give it to the server.',
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
    { secret: true },
  ),
  demo: setting(
    'BRAMA_DEMO',
    '1, in production 0',
    '`0` starts without demo users, demo applications and simulators. Production refuses `1`.',
    flag.optional(),
  ),
  organisationNameUk: setting(
    'ORGANISATION_NAME_UK',
    'Університет',
    'Name of the organisation in Ukrainian, nominative case; shown on the sign-in page, in the footer and in the legal pages.',
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
    'Path of an .svg, .png or .webp file of at most 200 KiB. Every page shows it beside Brama’s mark.',
    z.string().optional(),
  ),
  organisationColour: setting(
    'ORGANISATION_COLOUR',
    'Brama’s blue',
    'Colour of buttons and links as `#rrggbb`, dark enough to be read on white. The dark theme gets a lighter one. Emails have it too; the sign-in button of other sites keeps Brama’s colour.',
    organisationColour.optional(),
  ),
  supportEmail: setting(
    'SUPPORT_EMAIL',
    'none, in the demo invented',
    'Where users write for help and about their data. Without it, pages link to the help page instead.',
    z.email('must be an email address').optional(),
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    '`SUPPORT_EMAIL`',
    'Contact for reports of vulnerabilities: an email or https address, published in `/.well-known/security.txt`.',
    z
      .union([z.email(), z.url({ protocol: /^https$/ })], 'must be an email or https address')
      .optional(),
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
  statusUrl: setting(
    'STATUS_URL',
    'none',
    'https address of the page that shows whether the services of the organisation work; the help page links to it.',
    httpsAddress,
  ),
  taxIdKey: setting(
    'TAX_ID_KEY',
    'created in `DATA_DIR` outside production',
    'Key of the keyed hash under which tax numbers are stored: 32 random bytes in hexadecimal or base64. Another key is refused; `keys replace` makes it the key of the database and removes every tax number.',
    key256,
    { secret: true },
  ),
  taxIdCheckDigit: setting(
    'TAX_ID_CHECK_DIGIT',
    '1',
    '`0` accepts tax numbers with a wrong check digit, from manifests and the administration API.',
    flag.default('1').transform((value) => value === '1'),
  ),
  dataKey: setting(
    'DATA_KEY',
    'created in `DATA_DIR` outside production',
    'Key for encryption at rest: 32 random bytes in hexadecimal or base64.',
    key256,
    { secret: true },
  ),
  ...mailTable,
  sessionIdleSeconds: setting(
    'SESSION_IDLE_SECONDS',
    '43200',
    'A session ends after this many seconds without use (12 hours, or the absolute lifetime if that is shorter).',
    optionalWholeNumber(1, 31_536_000),
  ),
  sessionSharedIdleSeconds: setting(
    'SESSION_SHARED_IDLE_SECONDS',
    '600',
    'The same for a session whose user chose “This is a shared computer” (10 minutes, or `SESSION_IDLE_SECONDS` if that is shorter). Such a session also ends with the browser.',
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
    'A user must confirm a device (a TV, a program in a terminal) again this many seconds after its sign-in, even if it is in use (180 days). Without use its sign-in ends after thirty days.',
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
    'Lifetime of the ticket that an application resolves, or validates with CAS.',
    wholeNumber(5, 3600, lifetimes.applicationTicket),
  ),
  passwordMinLength: setting(
    'PASSWORD_MIN_LENGTH',
    '12',
    'Minimum length of passwords chosen by users; 15 if a password is the only factor (NIST SP 800-63B-4). No character classes are required.',
    wholeNumber(8, 64, 12),
  ),
  breachedPasswords: setting(
    'BREACHED_PASSWORDS',
    'none',
    'File with breached passwords that users may not choose: a filter that `npm run brama -- passwords filter` makes from the SHA-1 hashes of Have I Been Pwned, ordered by hash. The server checks it at start and keeps it open; after a replacement restart the server.',
    z.string().optional(),
  ),
  secondFactor: setting(
    'SECOND_FACTOR',
    'offered',
    'A second factor after a password or Google. `off`: no user is asked. `offered`: users may set up an authenticator app, and are then asked for its code. `required`: every user must set up an app or a passkey. Groups of a manifest may be stricter.',
    z
      .enum(secondFactorPolicies, { error: `must be ${secondFactorPolicies.join(', ')}` })
      .default('offered'),
  ),
  secondFactorRoles: setting(
    'SECOND_FACTOR_ROLES',
    'required',
    'The same for users with a role in the administration. The strictest of `SECOND_FACTOR`, this setting and the groups of the user counts.',
    z
      .enum(secondFactorPolicies, { error: `must be ${secondFactorPolicies.join(', ')}` })
      .default('required'),
  ),
  secondFactorGraceDays: setting(
    'SECOND_FACTOR_GRACE_DAYS',
    '14',
    'Where a second factor is required, a user may sign in without one for this many days after the first such sign-in.',
    wholeNumber(0, 365, 14),
  ),
  secondFactorRememberDays: setting(
    'SECOND_FACTOR_REMEMBER_DAYS',
    '30',
    'A user who chooses “Don’t ask for a code in this browser for 30 days” is not asked for the second factor there for this many days. `0`: the choice is not offered.',
    wholeNumber(0, 365, 30),
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
    flag.default('0').transform((value) => value === '1'),
  ),
  outboundAllow: setting(
    'OUTBOUND_ALLOW',
    'none, in the demo this computer',
    'Private networks in which the server may notify applications of sign-outs, and call the proxies of CAS: addresses or CIDR, separated by commas (`10.20.0.0/16`). Without it the server reaches only public addresses.',
    z
      .string()
      .optional()
      .transform((text) => (text === undefined ? undefined : listed(text)))
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
