// Compares the entry of an application with the stored record: the record to write, and the fields that change. Pure.

import { isDeepStrictEqual } from 'node:util';
import {
  type ApplicationFacts,
  type ApplicationFieldName,
  applicationFieldNames,
  blankFacts,
  requiredFields,
} from '@brama/contract/applications/fields';
import { languages } from '@brama/contract/paths';
import { type Application, normal } from '../application.ts';
import type { ManifestIssue, SettingsParser } from '../protocol.ts';
import { isSandbox, sandboxProtocol } from '../sandbox.ts';
import type { ManifestEntry, ReadEntry } from './entry.ts';
import { secretsFrom } from './given-secrets.ts';

/** How the administration API refuses an issue. The reason of a manifest may name what the caller must not learn. */
export type Refusal = { code: 'request.invalid' | 'admin.conflict'; reason: string };

/** Reports an issue of an entry. A warning is allowed, but perhaps not intended. */
export type Report = (
  path: ManifestIssue['path'],
  reason: string,
  kind?: 'error' | 'warning' | Refusal,
) => void;
/** Type of a protocol → parser of its settings. */
export type SettingsParsers = ReadonlyMap<string, SettingsParser>;

export type PlannedApplication = {
  application: Application;
  /** The stored record; a blank one for a new application. */
  before: Application;
  /** Fields that change, by their names in the manifest. */
  changed: string[];
};

/** The base of a new application: no access, no attributes. */
const blank = (id: string): Application => ({
  id,
  ...blankFacts(),
  secrets: [],
  protocol: { type: '', settings: undefined },
});

function reportMissing({ entry, given }: ReadEntry, report: Report) {
  const reason = 'is required for a new application';
  for (const field of requiredFields) if (!given.has(field)) report([field], reason);
  if (!given.has('protocol') && entry.sandbox !== true) report(['protocol'], reason);
  for (const field of ['title', 'description'] as const)
    for (const language of languages)
      if (entry[field] && entry[field][language] === undefined) report([field, language], reason);
}

/** Keeps the stored icon if the entry has the stored drawing itself, as an export does. */
function iconOf(given: Application['icon'], stored: Application['icon']): Application['icon'] {
  const hasFiles = given && 'file' in given && stored && 'file' in stored;
  if (!hasFiles || given.file !== stored.file) return given;
  return given.file.startsWith(given.source.slice(0, 32)) ? stored : given;
}

/** Returns the category with both languages. Reports a missing one. */
function categoryOf(
  given: NonNullable<ManifestEntry['category']>,
  stored: Application['category'],
  report: Report,
): Application['category'] {
  const { uk = stored?.uk, en = stored?.en } = given;
  if (uk !== undefined && en !== undefined) return { uk, en };
  report(['category', uk === undefined ? 'uk' : 'en'], 'is required for a new category');
  return stored;
}

type Given<Name extends ApplicationFieldName> = NonNullable<ManifestEntry[Name]>;

/** What a given value makes of the stored one, where it does not replace it. */
const merges: {
  [Name in ApplicationFieldName]?: (
    given: Given<Name>,
    stored: Application[Name],
    context: { icon: ReadEntry['icon']; report: Report },
  ) => Application[Name];
} = {
  title: ({ uk, en }, stored) => ({ uk: uk ?? stored.uk, en: en ?? stored.en }),
  description: ({ uk, en }, stored) => ({ uk: uk ?? stored.uk, en: en ?? stored.en }),
  category: (given, stored, { report }) => categoryOf(given, stored, report),
  icon: (_, stored, { icon = null }) => iconOf(icon, stored),
};

/** Returns the values after the manifest. A missing one stays, null removes it. */
function factsOf({ entry, icon }: ReadEntry, base: Application, report: Report): ApplicationFacts {
  const blanks = blankFacts();
  const merged = <Name extends ApplicationFieldName>(name: Name): unknown => {
    const given = entry[name];
    if (given === undefined) return base[name];
    if (given === null) return blanks[name];
    const merge = merges[name];
    return merge ? merge(given as Given<Name>, base[name], { icon, report }) : normal(name, given);
  };
  return Object.fromEntries(
    applicationFieldNames.map((name) => [name, merged(name)]),
  ) as ApplicationFacts;
}

/** Returns the protocol of the sandbox; undefined if the entry is not the sandbox. */
function sandboxOf(
  { entry, given }: ReadEntry,
  stored: Application['protocol'],
  report: Report,
): Application['protocol'] | undefined {
  if (entry.sandbox && given.has('protocol'))
    report(['protocol'], 'must be left out of a sandbox, whose address is a page of ours');
  if (entry.sandbox) return sandboxProtocol;
  if (entry.sandbox === false && isSandbox({ protocol: stored }) && !given.has('protocol'))
    report(['protocol'], 'is required for what is no longer the sandbox');
  return undefined;
}

function protocolOf(
  { protocol: given, secrets }: ManifestEntry,
  stored: Application['protocol'],
  releases: Application['releases'],
  readers: SettingsParsers,
  report: Report,
): Application['protocol'] {
  if (!given) return stored;
  const settingsFrom = readers.get(given.type);
  if (!settingsFrom) {
    report(['protocol', 'type'], `must be one of ${[...readers.keys()].join(', ')}`);
    return stored;
  }
  const same = stored.type === given.type;
  // a list, also an empty one, says which secrets there are
  const options = { mayLackSecret: secrets !== undefined, releases };
  const read = settingsFrom(given, same ? stored.settings : undefined, options);
  if ('issues' in read) {
    for (const { path, reason } of read.issues) report(['protocol', ...path], reason);
    return stored;
  }
  const { warnings = [], ...made } = read;
  for (const { path, reason } of warnings) report(['protocol', ...path], reason, 'warning');
  return { type: given.type, ...made };
}

/** Returns the fields of an application by their names in the manifest, with its secret as a hash. */
export function fieldsOf({ protocol, ...application }: Application): Record<string, unknown> {
  const { id: _, icon, ...shown } = application;
  const settings = protocol.settings as Record<string, unknown> | undefined;
  const iconText = icon && ('name' in icon ? icon.name : icon.file);
  return { ...shown, icon: iconText, protocol: { type: protocol.type, ...settings } };
}

/** Returns the application after the manifest. Reports missing fields. */
export function planApplication(
  read: ReadEntry,
  id: string,
  stored: Application | undefined,
  readers: SettingsParsers,
  report: Report,
): PlannedApplication {
  if (!stored) reportMissing(read, report);
  const { entry } = read;
  const base = stored ?? blank(id);
  const facts = factsOf(read, base, report);
  const application: Application = {
    id,
    ...facts,
    secrets: secretsFrom(read, base.secrets),
    protocol:
      sandboxOf(read, base.protocol, report) ??
      protocolOf(entry, base.protocol, facts.releases, readers, report),
  };
  const changed: string[] = [
    ...applicationFieldNames,
    'secrets' as const,
    'protocol' as const,
  ].filter((field) => !isDeepStrictEqual(application[field], base[field]));
  if (isSandbox(application) !== isSandbox(base)) changed.push('sandbox');
  if (entry.releases?.length === 0 && base.releases.length > 0)
    report(
      ['releases'],
      'the list is empty: the application no longer learns what it names now',
      'warning',
    );
  return { application, before: base, changed };
}
