// What is wanted of one application beside what is stored: the record to write, and what changes. Pure.

import { isDeepStrictEqual } from 'node:util';
import { languages } from '@brama/contract/paths';
import type { Application } from './application.ts';
import type { ManifestEntry, ReadEntry } from './manifest-entry.ts';
import type { ManifestFault, SettingsFrom } from './protocol.ts';

export type Report = (path: ManifestFault['path'], reason: string) => void;
/** Type of a protocol → how its settings are read. */
export type SettingsReaders = ReadonlyMap<string, SettingsFrom>;

export type PlannedApplication = {
  application: Application;
  /** Fields that change, by their names in the manifest. */
  changed: string[];
};

const fields = [
  'name',
  'title',
  'description',
  'access',
  'contact',
  'releases',
  'protocol',
] as const;

/** What an application is before its first manifest: open to nobody, and told nothing. */
function blank(id: string): Application {
  const words = { uk: '', en: '' };
  const protocol = { type: '', settings: undefined };
  const access = { groups: [] };
  return {
    id,
    name: '',
    title: words,
    description: words,
    access,
    contact: null,
    releases: [],
    protocol,
  };
}

function reportMissing({ entry, given }: ReadEntry, report: Report) {
  const reason = 'is required for a new application';
  for (const field of ['name', 'title', 'description', 'access', 'protocol'])
    if (!given.has(field)) report([field], reason);
  for (const field of ['title', 'description'] as const)
    for (const language of languages)
      if (entry[field] && entry[field][language] === undefined) report([field, language], reason);
}

/** The words given, over those stored. */
function wordsOf(given: ManifestEntry['title'], stored: Application['title']) {
  return { uk: given?.uk ?? stored.uk, en: given?.en ?? stored.en };
}

function accessOf({ access }: ManifestEntry, stored: Application['access']): Application['access'] {
  if (access === undefined || access === 'everyone') return access ?? stored;
  return { groups: [...new Set(access.groups.map((group) => group.normalize('NFC')))].sort() };
}

function protocolOf(
  { protocol: given }: ManifestEntry,
  stored: Application['protocol'],
  readers: SettingsReaders,
  report: Report,
): Application['protocol'] {
  if (!given) return stored;
  const settingsFrom = readers.get(given.type);
  if (!settingsFrom) {
    report(['protocol', 'type'], `must be one of ${[...readers.keys()].join(', ')}`);
    return stored;
  }
  const same = stored.type === given.type;
  const read = settingsFrom(given, same ? stored.settings : undefined);
  if ('settings' in read) return { type: given.type, ...read };
  for (const { path, reason } of read.faults) report(['protocol', ...path], reason);
  return stored;
}

/** The application after the entry; `stored` is missing for a new one. Reports what the entry lacks. */
export function planApplication(
  read: ReadEntry,
  id: string,
  stored: Application | undefined,
  readers: SettingsReaders,
  report: Report,
): PlannedApplication {
  if (!stored) reportMissing(read, report);
  const { entry } = read;
  const base = stored ?? blank(id);
  const application: Application = {
    id,
    name: entry.name ?? base.name,
    title: wordsOf(entry.title, base.title),
    description: wordsOf(entry.description, base.description),
    access: accessOf(entry, base.access),
    contact: entry.contact === undefined ? base.contact : entry.contact,
    releases: entry.releases === undefined ? base.releases : [...new Set(entry.releases)].sort(),
    protocol: protocolOf(entry, base.protocol, readers, report),
  };
  const changed = fields.filter((field) => !isDeepStrictEqual(application[field], base[field]));
  return { application, changed };
}
