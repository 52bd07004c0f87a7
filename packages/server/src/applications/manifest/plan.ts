// Compares the entry of an application with the stored record: the record to write, and the fields that change. Pure.

import { isDeepStrictEqual } from 'node:util';
import { languages } from '@brama/contract/paths';
import { normalAccess } from '../access/access.ts';
import type { Application } from '../application.ts';
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

const fields = [
  'name',
  'title',
  'description',
  'category',
  'icon',
  'access',
  'contact',
  'releases',
  'minimumLevel',
  'secrets',
  'protocol',
] as const;

/** The base of a new application: no access, no attributes. */
function blank(id: string): Application {
  const words = { uk: '', en: '' };
  const protocol = { type: '', settings: undefined };
  const access = { groups: [] };
  return {
    id,
    name: '',
    title: words,
    description: words,
    category: null,
    icon: null,
    access,
    contact: null,
    releases: [],
    minimumLevel: null,
    secrets: [],
    protocol,
  };
}

function reportMissing({ entry, given }: ReadEntry, report: Report) {
  const reason = 'is required for a new application';
  for (const field of ['name', 'title', 'description', 'access'])
    if (!given.has(field)) report([field], reason);
  if (!given.has('protocol') && entry.sandbox !== true) report(['protocol'], reason);
  for (const field of ['title', 'description'] as const)
    for (const language of languages)
      if (entry[field] && entry[field][language] === undefined) report([field, language], reason);
}

/** Keeps the stored icon if the entry has the stored drawing itself, as an export does. */
function iconOf(given: Application['icon'], stored: Application['icon']): Application['icon'] {
  if (given === null || given.file !== stored?.file) return given;
  return given.file.startsWith(given.source.slice(0, 32)) ? stored : given;
}

/** Returns the stored translations with those of the entry. */
function translationsOf(given: ManifestEntry['title'], stored: Application['title']) {
  return { uk: given?.uk ?? stored.uk, en: given?.en ?? stored.en };
}

/** Returns the category with both languages. Reports a missing one. */
function categoryOf(
  { category }: ManifestEntry,
  stored: Application['category'],
  report: Report,
): Application['category'] {
  if (!category) return category === null ? null : stored;
  const { uk = stored?.uk, en = stored?.en } = category;
  if (uk !== undefined && en !== undefined) return { uk, en };
  report(['category', uk === undefined ? 'uk' : 'en'], 'is required for a new category');
  return stored;
}

function accessOf({ access }: ManifestEntry, stored: Application['access']): Application['access'] {
  return access === undefined ? stored : normalAccess(access);
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
  const file = icon === null ? null : icon.file;
  return { ...shown, icon: file, protocol: { type: protocol.type, ...settings } };
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
  const { entry, icon } = read;
  const base = stored ?? blank(id);
  const releases =
    entry.releases === undefined ? base.releases : [...new Set(entry.releases)].sort();
  const application: Application = {
    id,
    name: entry.name ?? base.name,
    title: translationsOf(entry.title, base.title),
    description: translationsOf(entry.description, base.description),
    category: categoryOf(entry, base.category, report),
    icon: entry.icon === undefined ? base.icon : iconOf(icon ?? null, base.icon),
    access: accessOf(entry, base.access),
    contact: entry.contact === undefined ? base.contact : entry.contact,
    releases,
    secrets: secretsFrom(read, base.secrets),
    minimumLevel: entry.minimumLevel === undefined ? base.minimumLevel : entry.minimumLevel,
    protocol:
      sandboxOf(read, base.protocol, report) ??
      protocolOf(entry, base.protocol, releases, readers, report),
  };
  const changed: string[] = fields.filter(
    (field) => !isDeepStrictEqual(application[field], base[field]),
  );
  if (isSandbox(application) !== isSandbox(base)) changed.push('sandbox');
  if (entry.releases?.length === 0 && base.releases.length > 0)
    report(
      ['releases'],
      'the list is empty: the application no longer learns what it names now',
      'warning',
    );
  return { application, before: base, changed };
}
