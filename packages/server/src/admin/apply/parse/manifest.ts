// A manifest's plain values as what is wanted: groups, users, applications. Pure. What applications are
// is the business of their own door.

import type { Fault, Path } from './issue.ts';
import { faultOfGroupName } from './user-fields.ts';
import { isMapping, readUser, type UserRules, type WantedUser } from './user-spec.ts';

export type Manifest = {
  groups: readonly string[];
  users: readonly WantedUser[];
  applications: readonly unknown[];
};

const kinds = ['groups', 'users', 'applications'] as const;
const shape = `must be a mapping with ${kinds.join(', ')}`;

const emptyList = 'the list is empty: nothing is removed, what a file omits stays as it is';

type Found = { faults: Fault[]; warnings: Fault[] };

function listsOf(
  value: unknown,
  { faults, warnings }: Found,
): Record<(typeof kinds)[number], unknown[]> {
  const lists = { groups: [], users: [], applications: [] };
  if (!isMapping(value)) {
    faults.push({ path: [], reason: shape });
    return lists;
  }
  for (const [name, list] of Object.entries(value)) {
    const kind = kinds.find((one) => one === name);
    if (!kind) faults.push({ path: [name], reason: `is not known: the file ${shape}` });
    // an empty list in YAML is easily written as nothing at all
    else if (list === null || (Array.isArray(list) && list.length === 0))
      warnings.push({ path: [kind], reason: emptyList });
    else if (Array.isArray(list)) Object.assign(lists, { [kind]: list });
    else faults.push({ path: [kind], reason: 'must be a list' });
  }
  return lists;
}

/** Reports what `keyOf` finds again at a later place, at both places' cost of one map. */
function createRepeats(faults: Fault[], what: string) {
  const seen = new Map<string, number>();
  return (key: string, index: number, path: Path, about: string) => {
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else faults.push({ path, about, reason: `is the same as that of ${what}[${first}]` });
  };
}

function readGroups(list: readonly unknown[], faults: Fault[]): string[] {
  const names = new Set<string>();
  for (const [index, value] of list.entries()) {
    const reason = faultOfGroupName(value);
    const name = reason === undefined ? (value as string).normalize('NFC') : '';
    if (reason !== undefined) faults.push({ path: ['groups', index], reason });
    else if (names.has(name)) faults.push({ path: ['groups', index], reason: 'stands twice' });
    else names.add(name);
  }
  return [...names];
}

function readUsers(list: readonly unknown[], rules: UserRules, faults: Fault[]): WantedUser[] {
  const users: WantedUser[] = [];
  const sameUsername = createRepeats(faults, 'users');
  const sameTaxId = createRepeats(faults, 'users');
  for (const [index, entry] of list.entries()) {
    if (!isMapping(entry)) {
      faults.push({ path: ['users', index], reason: 'must be a mapping with username' });
      continue;
    }
    const about = typeof entry['username'] === 'string' ? entry['username'] : undefined;
    const user = readUser(entry, index, rules, (path, reason) =>
      faults.push({ path: ['users', index, ...path], reason, about }),
    );
    if (!user) continue;
    const { username, usernameKey, taxIdHash } = user;
    sameUsername(usernameKey, index, ['users', index, 'username'], username);
    if (taxIdHash) sameTaxId(taxIdHash, index, ['users', index, 'taxId'], username);
    users.push(user);
  }
  return users;
}

/**
 * Reads all there is, faulty or not; `faults` names everything wrong in the file by itself, `warnings` what is
 * perhaps not meant.
 */
export function readManifest(value: unknown, rules: UserRules) {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const lists = listsOf(value, { faults, warnings });
  const manifest: Manifest = {
    groups: readGroups(lists.groups, faults),
    users: readUsers(lists.users, rules, faults),
    applications: lists.applications,
  };
  return { manifest, faults, warnings };
}

/** Users that are to be in a group nobody knows. */
export function unknownGroups(users: readonly WantedUser[], known: ReadonlySet<string>): Fault[] {
  return users.flatMap(({ index, username, groups }) =>
    (groups ?? [])
      .filter((group) => !known.has(group))
      .map((group) => ({
        path: ['users', index, 'groups'],
        about: username,
        reason: `there is no group ${group}: add it to groups`,
      })),
  );
}
