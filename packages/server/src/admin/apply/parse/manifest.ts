// Reads the plain values of a manifest: groups, users and applications. Pure. Leaves the fields of applications to their
// own area.

import type { SecondFactorPolicy } from '../../../factors/settings.ts';
import type { Issue, Path } from './issue.ts';
import { checkGroupPolicy, checkGroupTitle, validateGroupName } from './user-fields.ts';
import { isMapping, readUser, type UserRules, type UserSpec } from './user-spec.ts';

export type GroupSpec = {
  name: string;
  /** What users see instead of the name; without one the stored title stays. */
  title: { uk: string; en: string } | undefined;
  /** Null for the policy of the settings alone; without one the stored policy stays. */
  secondFactor: SecondFactorPolicy | null | undefined;
};

export type Manifest = {
  groups: readonly GroupSpec[];
  users: readonly UserSpec[];
  applications: readonly unknown[];
};

const kinds = ['groups', 'users', 'applications'] as const;
const shape = `must be a mapping with ${kinds.join(', ')}`;

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
  for (const [name, list] of Object.entries(value)) {
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
    const {
      name: given,
      title,
      secondFactor,
      ...unknown
    } = isMapping(value) ? value : { name: value };
    const report = (reason: string, within: Path = []) =>
      issues.push({ path: ['groups', index, ...within], reason });
    for (const field of Object.keys(unknown)) report('is not a known field', [field]);
    checkGroupTitle(title, report);
    checkGroupPolicy(secondFactor, report);
    const reason = validateGroupName(given);
    const name = reason === undefined ? (given as string).normalize('NFC') : '';
    if (reason !== undefined) report(reason);
    else if (groups.has(name)) report('stands twice');
    else
      groups.set(name, {
        name,
        title: title as GroupSpec['title'],
        secondFactor: secondFactor as GroupSpec['secondFactor'],
      });
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
  const manifest: Manifest = {
    groups: readGroups(lists.groups, issues),
    users: readUsers(lists.users, rules, issues),
    applications: lists.applications,
  };
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
