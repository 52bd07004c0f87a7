// Reads the plain values of a manifest: groups, users and applications. Pure. Leaves the fields of applications to their
// own area.

import { validateGroupName } from '@brama/contract/groups/fields';
import { checkGroupFields, type GivenFacts } from '../../groups/group-fields.ts';
import type { Issue, Path } from './issue.ts';
import { isMapping, readUser, type UserRules, type UserSpec } from './user-spec.ts';

/** Without a title the stored one stays. */
export type GroupSpec = { name: string } & GivenFacts;

/** Says that a manifest is an export. */
export type ManifestOrigin = {
  /** Users are in it. */
  users?: boolean;
  /** The fingerprint of TAX_ID_KEY, under which tax numbers are hashed. */
  taxIdKey?: string;
};

export type Manifest = {
  /** Undefined for a file that is no export. */
  origin: ManifestOrigin | undefined;
  groups: readonly GroupSpec[];
  users: readonly UserSpec[];
  applications: readonly unknown[];
};

const kinds = ['groups', 'users', 'applications'] as const;
const shape = `must be a mapping with ${kinds.join(', ')}`;
const originField = 'export';

const emptyList = 'the list is empty: nothing is removed, what a file omits stays as it is';

type Found = { issues: Issue[]; warnings: Issue[] };

function listsOf(
  value: unknown,
  { issues, warnings }: Found,
): Record<(typeof kinds)[number], unknown[]> {
  const lists = { groups: [], users: [], applications: [] };
  if (!isMapping(value)) {
    issues.push({ path: [], reason: shape });
    return lists;
  }
  const { [originField]: _, ...named } = value;
  for (const [name, list] of Object.entries(named)) {
    const kind = kinds.find((one) => one === name);
    if (!kind) issues.push({ path: [name], reason: `is not known: the file ${shape}` });
    // null: in YAML a key without items
    else if (list === null || (Array.isArray(list) && list.length === 0))
      warnings.push({ path: [kind], reason: emptyList });
    else if (Array.isArray(list)) Object.assign(lists, { [kind]: list });
    else issues.push({ path: [kind], reason: 'must be a list' });
  }
  return lists;
}

/** Reads what an export says about itself. */
function originOf(value: unknown, issues: Issue[]): ManifestOrigin | undefined {
  const given = isMapping(value) ? value[originField] : undefined;
  if (given === undefined) return undefined;
  if (!isMapping(given)) {
    issues.push({ path: [originField], reason: 'must be a mapping, as export writes it' });
    return undefined;
  }
  const { users, taxIdKey, ...unknown } = given;
  for (const field of Object.keys(unknown))
    issues.push({ path: [originField, field], reason: 'is not a known field' });
  if (users !== undefined && typeof users !== 'boolean')
    issues.push({ path: [originField, 'users'], reason: 'must be true or false' });
  if (taxIdKey !== undefined && typeof taxIdKey !== 'string')
    issues.push({ path: [originField, 'taxIdKey'], reason: 'must be text' });
  return {
    ...(typeof users === 'boolean' && { users }),
    ...(typeof taxIdKey === 'string' && { taxIdKey }),
  };
}

/** Leaves out hashes that were made with another key: no tax number would match them. Returns a warning if there are any. */
function leaveOutForeignHashes(
  { taxIdKey }: ManifestOrigin,
  users: readonly UserSpec[],
  { taxIdKeyFingerprint }: UserRules,
): Issue[] {
  const hashed = users.filter(({ taxIdHash }) => typeof taxIdHash === 'string');
  if (taxIdKey === undefined || taxIdKey === taxIdKeyFingerprint || hashed.length === 0) return [];
  for (const user of hashed) user.taxIdHash = undefined;
  const reason = `the file was written with another TAX_ID_KEY (here ${taxIdKeyFingerprint}): the tax numbers of ${hashed.length} users are left out`;
  return [{ path: [originField, 'taxIdKey'], reason }];
}

/** Returns a function that reports a key it has received before. */
function createDuplicateCheck(issues: Issue[], what: string) {
  const seen = new Map<string, number>();
  return (key: string, index: number, path: Path, about: string) => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else issues.push({ path, about, reason: `is the same as that of ${what}[${first}]` });
  };
}

/** Reads groups: each is a name, or a mapping with `name` and further fields. */
function readGroups(list: readonly unknown[], issues: Issue[]): GroupSpec[] {
  const groups = new Map<string, GroupSpec>();
  for (const [index, value] of list.entries()) {
    const { name: given, ...fields } = isMapping(value) ? value : { name: value };
    const report = (reason: string, within: Path = []) =>
      issues.push({ path: ['groups', index, ...within], reason });
    checkGroupFields(fields, report);
    const reason = validateGroupName(given);
    const name = reason === undefined ? (given as string).normalize('NFC') : '';
    if (reason !== undefined) report(reason);
    else if (groups.has(name)) report('is given twice');
    else groups.set(name, { name, ...(fields as GivenFacts) });
  }
  return [...groups.values()];
}

function readUsers(list: readonly unknown[], rules: UserRules, issues: Issue[]): UserSpec[] {
  const users: UserSpec[] = [];
  const checkUsername = createDuplicateCheck(issues, 'users');
  const checkTaxId = createDuplicateCheck(issues, 'users');
  for (const [index, entry] of list.entries()) {
    if (!isMapping(entry)) {
      issues.push({ path: ['users', index], reason: 'must be a mapping with username' });
      continue;
    }
    const about = typeof entry['username'] === 'string' ? entry['username'] : undefined;
    const user = readUser(entry, index, rules, (path, reason) =>
      issues.push({ path: ['users', index, ...path], reason, about }),
    );
    if (!user) continue;
    const { username, usernameKey, taxIdHash } = user;
    checkUsername(usernameKey, index, ['users', index, 'username'], username);
    if (taxIdHash) checkTaxId(taxIdHash, index, ['users', index, 'taxId'], username);
    users.push(user);
  }
  return users;
}

/**
 * Reads all entries, valid or not. `issues` are the errors within the file; `warnings` are allowed, but perhaps not
 * intended.
 */
export function readManifest(value: unknown, rules: UserRules) {
  const issues: Issue[] = [];
  const warnings: Issue[] = [];
  const lists = listsOf(value, { issues, warnings });
  const origin = originOf(value, issues);
  const manifest: Manifest = {
    origin,
    groups: readGroups(lists.groups, issues),
    users: readUsers(lists.users, rules, issues),
    applications: lists.applications,
  };
  if (origin) warnings.push(...leaveOutForeignHashes(origin, manifest.users, rules));
  return { manifest, issues, warnings };
}

/** Returns an issue for each group of a user that is not `known`. */
export function unknownGroups(users: readonly UserSpec[], known: ReadonlySet<string>): Issue[] {
  return users.flatMap(({ index, username, groups }) =>
    (groups ?? [])
      .filter(({ group }) => !known.has(group))
      .map(({ group }) => ({
        path: ['users', index, 'groups'],
        about: username,
        reason: `there is no group ${group}: add it to groups`,
      })),
  );
}
