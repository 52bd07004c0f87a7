// Describes and reads one setting: its name, its description for the manual and its schema. Contains no list of
// settings.

import { z } from 'zod';

export type Setting<T> = {
  name: string;
  /** One sentence for docs/settings.md and .env.example. */
  description: string;
  /** The default, in words or as a literal, for the manual. */
  defaultText: string;
  /** Never printed in an issue. */
  secret?: boolean;
  /** The name before version 0.2, accepted until 1.0. */
  formerName?: string;
  schema: z.ZodType<T, string | undefined>;
};

export function setting<T>(
  name: string,
  defaultText: string,
  description: string,
  schema: Setting<T>['schema'],
  options: Pick<Setting<T>, 'secret' | 'formerName'> = {},
): Setting<T> {
  return { name, defaultText, description, schema, ...options };
}

export type SettingIssue = { setting: string; reason: string };
export type Environment = Readonly<Record<string, string | undefined>>;
export type ReadFile = (path: string) => string;

/** Stops the start because of invalid settings. Lists all issues. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly issues: readonly SettingIssue[];

  constructor(issues: readonly SettingIssue[], options?: ErrorOptions) {
    super(issues.map(({ setting, reason }) => `${setting}: ${reason}`).join('\n'), options);
    this.issues = issues;
  }
}

/** Reads NAME, or the file that NAME_FILE names, without its last line break. An empty value counts as missing. */
function rawValue(name: string, env: Environment, readFile: ReadFile, issues: SettingIssue[]) {
  const direct = env[name] === '' ? undefined : env[name];
  const file = env[`${name}_FILE`] === '' ? undefined : env[`${name}_FILE`];
  if (file === undefined) return direct;
  if (direct !== undefined) {
    issues.push({ setting: name, reason: `is set twice, as ${name} and as ${name}_FILE` });
    return undefined;
  }
  try {
    return readFile(file).replace(/\r?\n$/, '');
  } catch {
    issues.push({ setting: `${name}_FILE`, reason: `cannot read the file ${file}` });
    return undefined;
  }
}

type Found = { name: string; raw: string | undefined };

/** Reads a setting by its name or its former name. Both may be set if their values are equal. */
function findValue(
  { name, formerName }: Setting<unknown>,
  env: Environment,
  readFile: ReadFile,
  issues: SettingIssue[],
): Found {
  const raw = rawValue(name, env, readFile, issues);
  const former = formerName && rawValue(formerName, env, readFile, issues);
  if (formerName === undefined || former === undefined) return { name, raw };
  if (raw !== undefined && raw !== former)
    issues.push({
      setting: name,
      reason: `has another value than ${formerName}, its former name: remove ${formerName}`,
    });
  return { name: raw === undefined ? formerName : name, raw: former };
}

/** Returns the former names in use, each with the current name. */
export function formerNamesIn(
  table: Record<string, Setting<unknown>>,
  env: Environment,
): Record<string, string> {
  const found = Object.values(table).flatMap(({ name, formerName }) =>
    formerName && (env[formerName] || env[`${formerName}_FILE`]) ? [[formerName, name]] : [],
  );
  return Object.fromEntries(found);
}

/**
 * Returns whether an issue may show the value. Hides secrets, contents of files (NAME_FILE may name a wrong file) and
 * addresses with a password.
 */
function mayShow(
  { secret }: Setting<unknown>,
  { name, raw = '' }: Found,
  env: Environment,
): boolean {
  return !secret && env[name] === raw && !raw.includes('@') && raw.length <= 60;
}

export type Values<S extends Record<string, Setting<unknown>>> = {
  [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** Reads all settings of a table and collects all issues. `values` lacks the invalid settings. */
export function readSettings<S extends Record<string, Setting<unknown>>>(
  table: S,
  env: Environment,
  readFile: ReadFile,
): { values: Partial<Values<S>>; issues: SettingIssue[] } {
  const issues: SettingIssue[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(table)) {
    const before = issues.length;
    const found = findValue(setting, env, readFile, issues);
    const { name, raw } = found;
    if (issues.length > before) continue;
    const parsed = setting.schema.safeParse(raw);
    if (parsed.success) values[key] = parsed.data;
    else {
      const reason = parsed.error.issues[0]?.message ?? 'is not valid';
      const shown = raw !== undefined && mayShow(setting, found, env);
      const got = shown ? ` (it is ${JSON.stringify(raw)})` : '';
      issues.push({ setting: name, reason: reason + got });
    }
  }
  return { values: values as Partial<Values<S>>, issues };
}

/** Settings that work only together. */
export type SettingGroup<S extends Record<string, Setting<unknown>>> = {
  /** For messages: what the settings are about. */
  owner: string;
  table: S;
  required: readonly (keyof S & string)[];
  /** Addresses that must be https in production. */
  addresses: readonly (keyof S & string)[];
};

/** Returns an issue for each missing setting if some but not all are set. `invalid` names settings with issues of their own. */
export function validateGroup<S extends Record<string, Setting<unknown>>>(
  { owner, table, required, addresses }: SettingGroup<S>,
  read: Partial<Values<S>>,
  invalid: ReadonlySet<string>,
  production: boolean,
): SettingIssue[] {
  const nameOf = (key: keyof S) => table[key]?.name ?? '';
  const isGiven = (key: keyof S) => read[key] !== undefined || invalid.has(nameOf(key));
  if (!Object.keys(table).some(isGiven)) return [];
  const missing = required.filter((key) => !isGiven(key));
  const insecure = addresses.filter((key) => production && `${read[key]}`.startsWith('http:'));
  return [
    ...missing.map((key) => ({
      setting: nameOf(key),
      reason: `must be set as well: other settings of ${owner} are`,
    })),
    ...insecure.map((key) => ({ setting: nameOf(key), reason: 'must be https in production' })),
  ];
}

/** Returns a schema for an optional whole number; its issue names the limits. */
export function optionalWholeNumber(min: number, max: number) {
  const reason = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, reason)
    .optional()
    .transform((text) => (text === undefined ? undefined : Number(text)))
    .refine((value) => value === undefined || (value >= min && value <= max), reason);
}

export function wholeNumber(min: number, max: number, fallback: number) {
  return optionalWholeNumber(min, max).transform((value) => value ?? fallback);
}

/** 32 random bytes, as 64 hexadecimal digits or in base64. */
export const key256 = z
  .string()
  .optional()
  .transform((text) => {
    if (text === undefined) return undefined;
    return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  })
  .refine(
    (key) => key === undefined || key.length === 32,
    'must be 32 random bytes as 64 hexadecimal digits or base64 (openssl rand -hex 32)',
  )
  .refine(
    // 32 random bytes have fewer than 20 different values about once in 10^9 keys
    (key) => key === undefined || new Set(key).size >= 20,
    'is not random: make it with openssl rand -hex 32',
  );

function isOrigin(text: string) {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
}

/** Only scheme, host and port of a URL. */
export const origin = z
  .string()
  .optional()
  .refine((text) => text === undefined || isOrigin(text), {
    error: 'must be an http or https address without path, for example https://id.campus.example',
  })
  .transform((text) => (text === undefined ? undefined : new URL(text).origin));
