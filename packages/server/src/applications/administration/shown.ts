// The form of an application in the administration API: like an entry of a manifest, without secrets. Pure.

import { isDeepStrictEqual } from 'node:util';
import { applicationIconPath } from '@brama/contract/paths';
import type { Application } from '../application.ts';
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
    icon: icon && applicationIconPath(icon.file),
    access: structuredClone(access) as Exclude<typeof access, { groups: readonly string[] }>,
    releases: [...releases],
    sandbox: isSandbox(application),
    protocol: shownProtocol(protocol),
  };
}

/** Settings and client metadata that owners may change: where users and requests arrive, and what is shown. */
const ownSettings = new Set(['type', 'redirectUrl', 'returnErrors', 'url', 'metadata']);
const ownMetadata = new Set([
  'client_name',
  'redirect_uris',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
  'backchannel_logout_session_required',
  'initiate_login_uri',
  'client_uri',
  'jwks',
  'contacts',
]);
const ownFields = new Set(['name', 'title', 'description', 'category', 'icon', 'contact']);

/** Returns the paths of the values that differ, but for those with an allowed name. */
function changedPaths(before: unknown, after: unknown, path: string, allowed: ReadonlySet<string>) {
  const [was, is] = [(before ?? {}) as Settings, (after ?? {}) as Settings];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !allowed.has(name) && !isDeepStrictEqual(was[name], is[name]))
    .map((name) => `${path}${name}`);
}

const metadataOf = ({ protocol }: Application) =>
  ((protocol.settings as Settings | undefined)?.['metadata'] ?? {}) as Settings;

/** Returns the paths of the changed fields; `changed` are the whole ones. */
export function changedFields(
  before: Application,
  after: Application,
  changed: readonly string[],
): string[] {
  const ofProtocol = () => {
    if (before.protocol.type !== after.protocol.type) return ['protocol.type'];
    const [was, is] = [before.protocol.settings, after.protocol.settings];
    return [
      ...changedPaths(was, is, 'protocol.', new Set(['metadata'])),
      ...changedPaths(metadataOf(before), metadataOf(after), 'protocol.metadata.', new Set()),
    ];
  };
  return changed.flatMap((field) => (field === 'protocol' ? ofProtocol() : [field]));
}

/** Returns the paths of changed public keys: like secrets, they decide who acts as the application. */
export const keyChanges = (before: Application, after: Application): string[] =>
  ['jwks', 'jwks_uri']
    .filter((name) => !isDeepStrictEqual(metadataOf(before)[name], metadataOf(after)[name]))
    .map((name) => `protocol.metadata.${name}`);

/** Returns the paths of changes that only administrators make. Values that no request sets change with the others, which are named. */
export function managedChanges(before: Application, after: Application): string[] {
  if (before.protocol.type !== after.protocol.type) return ['protocol.type'];
  const fields = new Set([...ownFields, 'protocol']);
  const paths = [
    ...changedPaths(before, after, '', fields),
    ...changedPaths(before.protocol.settings, after.protocol.settings, 'protocol.', ownSettings),
    ...changedPaths(metadataOf(before), metadataOf(after), 'protocol.metadata.', ownMetadata),
  ];
  const derived = new Set(internal.map((name) => `protocol.${name}`));
  const given = paths.filter((path) => !derived.has(path));
  return paths.length > 0 && given.length === 0 ? ['protocol'] : given;
}
