// Reads one entry of `applications:` in a manifest: its fields and their values. Pure. Each protocol parses its own
// settings.

import { givenAccess } from '@brama/contract/admin/access';
import { limitedList, maxReleases, tooManyReason } from '@brama/contract/admin/limits';
import { languages } from '@brama/contract/paths';
import { validateCharacters, validateText } from '@brama/contract/text';
import { z } from 'zod';
import { type Icon, minimumLevels, releasableAttributes } from '../application.ts';
import { tooLarge } from '../icons/read-icon.ts';
import type { ManifestIssue } from '../protocol.ts';
import { givenSecrets } from './given-secrets.ts';
import { issuesFrom } from './issues.ts';

/** Returns a schema for values that `validate` accepts. */
function validated<T>(validate: (value: unknown) => string | undefined) {
  return z.custom<T>().check(({ value, issues }) => {
    const reason = validate(value);
    // no input: an issue never repeats a value
    if (reason !== undefined) issues.push({ code: 'custom', message: reason, input: undefined });
  });
}

const line = (maxLength: number) => validated<string>((value) => validateText(value, maxLength));

function matching(maxLength: number, form: RegExp, reason: string) {
  return validated<string>(
    (value) => validateText(value, maxLength) ?? (form.test(value as string) ? undefined : reason),
  );
}

/** Returns a schema for a mapping with only these keys; `reason` is the issue of a value that is no mapping. */
function mapping<S extends z.core.$ZodShape>(shape: S, reason: string) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'invalid_type' ? reason : undefined),
  });
}

function translated(maxLength: number) {
  const shape = { uk: line(maxLength).optional(), en: line(maxLength).optional() };
  return mapping(shape, `must be a mapping with ${languages.join(' and ')}`);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const contactReason = 'must be an email address, or an address that begins with https://';

/** Shown as a link, so other values are invalid. */
const contact = validated<string>((value) => {
  const reason = validateText(value, 254);
  if (reason !== undefined) return reason;
  const url = URL.parse(value as string);
  const isHttps = url?.protocol === 'https:' && !url.username && !url.password;
  return isHttps || z.email().safeParse(value).success ? undefined : contactReason;
});

/** A path, or a data URL, of which the largest icon needs less; `icons/read-icon.ts` checks the rest. */
const iconSource = validated<string>((value) => {
  if (typeof value !== 'string' || !/^data:/i.test(value)) return validateText(value, 4096);
  return value.length > 90_000 ? tooLarge.reason : validateCharacters(value);
});

const maxOwners = 50;

const fields = {
  id: matching(36, uuid, 'must be a UUID'),
  name: matching(64, slug, 'may hold small Latin letters and digits, with - between them'),
  title: translated(100),
  description: translated(500),
  category: translated(100).nullable(),
  icon: iconSource.nullable(),
  access: givenAccess,
  contact: contact.nullable(),
  releases: limitedList(
    z.array(z.enum(releasableAttributes, `must be one of ${releasableAttributes.join(', ')}`), {
      error: 'must be a list',
    }),
    maxReleases,
  ).nullable(),
  minimumLevel: z.enum(minimumLevels, `must be ${minimumLevels.join(' or ')}`).nullable(),
  owners: limitedList(z.array(line(256), 'must be a list of usernames'), maxOwners),
  secrets: givenSecrets,
  sandbox: z.boolean('must be true or false'),
  protocol: z.looseObject({ type: line(64) }, 'must be a mapping with type'),
};

export type ManifestEntry = { [F in keyof typeof fields]?: z.infer<(typeof fields)[F]> };

export type ReadEntry = {
  /** Epoch milliseconds. */
  readAt: number;
  /** The icon that the entry names, once it is read. */
  icon?: Icon | null | undefined;
  /** The valid fields. */
  entry: ManifestEntry;
  /** Names of all fields in the entry, valid or not. */
  given: ReadonlySet<string>;
  issues: ManifestIssue[];
};

/** In the settings of a protocol, at any depth: more than any application needs. Parsers have closer limits of their own. */
const maxSettingLength = 8192;
const maxSettings = 200;

const tooLong = `must be at most ${maxSettingLength} characters long`;

/** Adds the issues of size and of control characters in protocol settings, which their parsers do not check. */
function checkSettings(value: unknown, path: ManifestIssue['path'], issues: ManifestIssue[]): void {
  if (typeof value === 'string') {
    const reason = value.length > maxSettingLength ? tooLong : validateCharacters(value);
    if (reason !== undefined) issues.push({ path, reason });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const settings = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  if (settings.length > maxSettings)
    return void issues.push({ path, reason: tooManyReason(maxSettings) });
  for (const [name, one] of settings) checkSettings(one, [...path, name], issues);
}

/** Reads an entry field by field. Leaves out invalid fields, so that later steps can check the rest. */
export function readEntry(value: unknown, readAt: number): ReadEntry {
  const issues: ManifestIssue[] = [];
  const entry: Record<string, unknown> = {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return {
      readAt,
      entry,
      given: new Set(),
      issues: [{ path: [], reason: 'must be a mapping with id' }],
    };
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(fields, name)) {
      issues.push({ path: [name], reason: 'is not a field of an application' });
      continue;
    }
    const parsed = fields[name as keyof typeof fields].safeParse(given);
    if (parsed.success) entry[name] = parsed.data;
    else
      for (const { path, reason } of issuesFrom(parsed.error))
        issues.push({ path: [name, ...path], reason });
  }
  const read: ManifestEntry = entry;
  const before = issues.length;
  checkSettings(read.protocol, ['protocol'], issues);
  // parsers receive no settings of any size
  if (issues.length > before) delete read.protocol;
  return { readAt, entry: read, given: new Set(Object.keys(value)), issues };
}
