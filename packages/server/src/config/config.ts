// Validates the settings of the server together and completes them with computed values. Sign-in methods read their own
// settings.

import { isLoopback } from '@brama/contract/loopback';
import { mailSettings, validateMail } from '../mail/settings.ts';
import { brandIn } from './brand-colours.ts';
import type { SettingIssue, Values } from './settings.ts';
import type { settingsTable } from './settings-table.ts';

type Read = Values<typeof settingsTable>;

type Rule = { setting: string; reason: string; isBroken(read: Partial<Read>): boolean };

const missing = 'must be set in production';

const productionRules: readonly Rule[] = [
  {
    setting: 'BASE_URL',
    reason: `${missing}; \`brama setup\` sets up a new installation`,
    isBroken: ({ baseUrl }) => !baseUrl,
  },
  {
    setting: 'BASE_URL',
    reason: 'must be https in production: over plain http anybody on the way could read sessions',
    isBroken: ({ baseUrl = '' }) =>
      baseUrl.startsWith('http:') && !isLoopback(new URL(baseUrl).hostname),
  },
  { setting: 'TAX_ID_KEY', reason: missing, isBroken: ({ taxIdKey }) => !taxIdKey },
  { setting: 'DATA_KEY', reason: missing, isBroken: ({ dataKey }) => !dataKey },
  {
    setting: 'BRAMA_DEMO',
    reason: 'is refused in production: demo passwords are public',
    isBroken: ({ demo }) => demo === '1',
  },
];

const rules: readonly Rule[] = [
  {
    setting: 'DATA_KEY',
    reason: 'must be another key than TAX_ID_KEY',
    isBroken: ({ taxIdKey, dataKey }) =>
      dataKey !== undefined && taxIdKey?.equals(dataKey) === true,
  },
  {
    setting: 'SESSION_IDLE_SECONDS',
    reason: 'must not be longer than SESSION_ABSOLUTE_SECONDS',
    isBroken: ({ sessionIdleSeconds: idle, sessionAbsoluteSeconds: absolute }) =>
      idle !== undefined && absolute !== undefined && idle > absolute,
  },
  {
    setting: 'SESSION_SHARED_IDLE_SECONDS',
    reason: 'must not be longer than SESSION_IDLE_SECONDS',
    isBroken: ({ sessionSharedIdleSeconds: shared, sessionIdleSeconds: idle }) =>
      shared !== undefined && idle !== undefined && shared > idle,
  },
];

/** Returns the issues that arise between settings. `invalid` names settings with issues of their own. */
export function validateConfig(read: Partial<Read>, invalid: ReadonlySet<string>): SettingIssue[] {
  const broken = (all: readonly Rule[]) =>
    all
      .filter(({ setting, isBroken }) => !invalid.has(setting) && isBroken(read))
      .map(({ setting, reason }) => ({ setting, reason }));
  return [
    ...(read.mode === 'production' ? broken(productionRules) : []),
    ...validateMail(read, invalid),
    ...broken(rules),
  ];
}

/** The demo shows the pages as with support settings. The invented addresses do not exist. */
function withInventedSupport(read: Read) {
  return {
    supportEmail: read.supportEmail ?? 'support@campus.example',
    supportBotEmployees: read.supportBotEmployees ?? 'https://bots.campus.example/employees',
    supportBotStudents: read.supportBotStudents ?? 'https://bots.campus.example/students',
  };
}

/** Returns the settings with computed values. */
export function completeConfig(read: Read) {
  const baseUrl = read.baseUrl ?? `http://localhost:${read.port}`;
  const sessionIdleSeconds =
    read.sessionIdleSeconds ?? Math.min(43_200, read.sessionAbsoluteSeconds);
  const demo = (read.demo ?? (read.mode === 'production' ? '0' : '1')) === '1';
  return {
    ...read,
    ...(demo && withInventedSupport(read)),
    baseUrl,
    sessionIdleSeconds,
    sessionSharedIdleSeconds: Math.min(read.sessionSharedIdleSeconds ?? 600, sessionIdleSeconds),
    /** Users connect over https, so cookies are `Secure` and their names begin with `__Host-`. */
    secure: baseUrl.startsWith('https:'),
    demo,
    outboundAllow: read.outboundAllow ?? (demo ? ['127.0.0.0/8', '::1/128'] : []),
    /** Undefined if no mail can be sent. In the demo, mail is printed. */
    mail: mailSettings(
      read,
      demo,
      read.organisationColour === undefined ? undefined : brandIn(read.organisationColour),
    ),
    logLevel: read.logLevel ?? (read.mode === 'demo' ? 'warn' : 'info'),
  };
}

/** The settings of the server, without those of the sign-in methods. */
export type Config = ReturnType<typeof completeConfig>;
