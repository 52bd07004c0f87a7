// Reads one entry of `applications:` in a manifest. Pure. Each protocol parses its own settings.

import { limitedList, tooManyReason } from '@brama/contract/admin/limits';
import {
  type ApplicationFieldName,
  type applicationParts,
  type Icon,
  lineOf,
  schemasOf,
} from '@brama/contract/applications/fields';
import { validateCharacters } from '@brama/contract/text';
import { z } from 'zod';
import type { ManifestIssue } from '../protocol.ts';
import { givenSecrets } from './given-secrets.ts';
import { issuesFrom } from './issues.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const validateId = (text: string) => (uuid.test(text) ? undefined : 'must be a UUID');

const maxOwners = 50;

const fields = {
  ...schemasOf('inManifest'),
  id: lineOf(36, validateId),
  owners: limitedList(z.array(lineOf(256), 'must be a list of usernames'), maxOwners),
  secrets: givenSecrets,
  sandbox: z.boolean('must be true or false'),
  protocol: z.looseObject({ type: lineOf(64) }, 'must be a mapping with type'),
} satisfies Record<ApplicationFieldName | keyof typeof applicationParts, z.ZodType>;

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
