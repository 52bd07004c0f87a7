// Reads the environment into one frozen object and reports all invalid settings at once, by name. The caller passes
// the environment.

import { mailSettings, validateMail } from '../mail/settings.ts';
import { isLoopback } from '../outbound/loopback.ts';
import { methodSettingsIssues, readMethodSettings } from '../sign-in/methods.ts';
import {
  type Environment,
  formerNamesIn,
  type ReadFile,
  readSettings,
  type SettingIssue,
  SettingsError,
  type Values,
} from './settings.ts';
import { settingsTable } from './settings-table.ts';

type Read = Values<typeof settingsTable>;

type Rule = { setting: string; reason: string; isBroken(read: Partial<Read>): boolean };

const missing = 'must be set in production';

const productionRules: readonly Rule[] = [
  { setting: 'BASE_URL', reason: missing, isBroken: ({ baseUrl }) => !baseUrl },
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
];

/** Returns the given issues and those that arise between settings. */
function allIssues(read: Partial<Read>, issues: readonly SettingIssue[]): SettingIssue[] {
  const invalid = new Set(issues.map(({ setting }) => setting.replace(/_FILE$/, '')));
  const isProduction = read.mode === 'production';
  const broken = (all: readonly Rule[]) =>
    all
      .filter(({ setting, isBroken }) => !invalid.has(setting) && isBroken(read))
      .map(({ setting, reason }) => ({ setting, reason }));
  return [
    ...issues,
    ...(isProduction ? broken(productionRules) : []),
    ...methodSettingsIssues(read, invalid, isProduction),
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

/**
 * Reads all settings.
 * @throws {SettingsError} with all issues; it contains no secret value.
 */
export function readConfig(env: Environment, readFile: ReadFile) {
  const { values, issues } = readSettings(settingsTable, env, readFile);
  const found = allIssues(values, issues);
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
    /** The settings of the configured sign-in methods. */
    methods: readMethodSettings(read),
    /** Undefined if no mail can be sent. In the demo, mail is printed. */
    mail: mailSettings(read, demo),
    logLevel: read.logLevel ?? (read.mode === 'demo' ? 'warn' : 'info'),
  });
}

export type Config = ReturnType<typeof readConfig>;
