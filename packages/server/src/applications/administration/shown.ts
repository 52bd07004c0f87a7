// The form of an application in the administration API: like an entry of a manifest, without secrets. Pure.

import { isDeepStrictEqual } from 'node:util';
import { applicationFieldNames, applicationFields } from '@brama/contract/applications/fields';
import { type Application, normal } from '../application.ts';
import { iconPathOf } from '../icons/icon-path.ts';
import { isSandbox } from '../sandbox.ts';

type Settings = Record<string, unknown>;

/** Fields of stored settings that no request sets. */
const internal: readonly string[] = ['secretHash', 'registered', 'sandbox'];

/** Returns the settings of the protocol as a manifest has them, without the secret. */
function shownProtocol({ type, settings }: Application['protocol']): {
  type: string;
  [field: string]: unknown;
} {
  const shown = Object.entries((settings ?? {}) as Settings).filter(
    ([name, value]) => value !== null && !internal.includes(name),
  );
  return { type, ...Object.fromEntries(shown) };
}

/** Returns the given protocol settings with the stored ones in place of those that are left out; null removes one. */
export function completeProtocol({ protocol }: Application, given: Settings & { type: string }) {
  const isSame = protocol.type === given.type && !isSandbox({ protocol });
  const merged = { ...(isSame && shownProtocol(protocol)), ...given };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

export function shownApplication(application: Application) {
  const { secrets: _, icon, access, releases, protocol, ...rest } = application;
  return {
    ...rest,
    icon: icon && iconPathOf(icon),
    access: structuredClone(access) as Exclude<typeof access, { groups: readonly string[] }>,
    releases: [...releases],
    sandbox: isSandbox(application),
    protocol: shownProtocol(protocol),
  };
}

/** Fields that owners may change. */
const ownFields: readonly string[] = applicationFieldNames.filter(
  (name) => applicationFields[name].ownerMayChange,
);

const isMapping = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the paths of the values that differ. */
function changedPaths(was: object, is: object, path = ''): string[] {
  const [old, given] = [was as Settings, is as Settings];
  return [...new Set([...Object.keys(old), ...Object.keys(given)])]
    .filter((name) => !isDeepStrictEqual(old[name], given[name]))
    .map((name) => path + name);
}

/** Returns a given value in the form of the stored one. A malformed value stays as it is, and so differs. */
function comparable(field: string, given: unknown): unknown {
  const name = applicationFieldNames.find((one) => one === field);
  const parsed = name && applicationFields[name].inManifest.safeParse(given);
  return name && parsed?.success && parsed.data !== null ? normal(name, parsed.data) : given;
}

/**
 * Returns the fields of a request that only administrators change and that differ from the stored ones. Compares them as they are, so that
 * no work is done for a caller without the right.
 */
export function managedFields(before: Application, given: Settings): string[] {
  const stored: Settings = { ...before };
  return Object.keys(given).filter((field) => {
    if (ownFields.includes(field) || field === 'protocol') return false;
    return !isDeepStrictEqual(comparable(field, given[field]), stored[field]);
  });
}

const settingsOf = ({ protocol }: Application) => (protocol.settings ?? {}) as Settings;

/** Returns the paths of the changed settings. Of mappings these are the paths of their changed values. */
function changedSettings(before: Application, after: Application): string[] {
  const [was, is] = [settingsOf(before), settingsOf(after)];
  return changedPaths(was, is).flatMap((name) => {
    const path = `protocol.${name}`;
    const [old, given] = [was[name] ?? {}, is[name] ?? {}];
    const inside = isMapping(old) && isMapping(given) ? changedPaths(old, given, `${path}.`) : [];
    return inside.length > 0 ? inside : [path];
  });
}

const metadataOf = (application: Application) =>
  (settingsOf(application)['metadata'] ?? {}) as Settings;

/** Returns the paths of the changed fields; `changed` are the whole ones. */
export function changedFields(
  before: Application,
  after: Application,
  changed: readonly string[],
): string[] {
  const ofProtocol = () =>
    before.protocol.type === after.protocol.type
      ? changedSettings(before, after)
      : ['protocol.type'];
  return changed.flatMap((field) => (field === 'protocol' ? ofProtocol() : [field]));
}

/** Returns the paths of changed public keys: like secrets, they decide who acts as the application. */
export const keyChanges = (before: Application, after: Application): string[] =>
  ['jwks', 'jwks_uri']
    .filter((name) => !isDeepStrictEqual(metadataOf(before)[name], metadataOf(after)[name]))
    .map((name) => `protocol.metadata.${name}`);

/**
 * Returns the paths of changes that only administrators make; `ownSettings` are those of the protocol that owners make. Values that
 * no request sets change with the others, which are named.
 */
export function managedChanges(
  before: Application,
  after: Application,
  ownSettings: readonly string[],
): string[] {
  if (before.protocol.type !== after.protocol.type) return ['protocol.type'];
  const own = [...ownFields, 'protocol', ...ownSettings.map((name) => `protocol.${name}`)];
  const paths = [...changedPaths(before, after), ...changedSettings(before, after)].filter(
    (path) => !own.includes(path),
  );
  const derived = internal.map((name) => `protocol.${name}`);
  const given = paths.filter((path) => !derived.includes(path));
  return paths.length > 0 && given.length === 0 ? ['protocol'] : given;
}
