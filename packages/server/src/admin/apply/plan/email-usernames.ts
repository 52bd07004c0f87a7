// Finds usernames that are the email address of another user: a sign-in with such a text would be ambiguous. Checks only
// what the manifest adds. Two manifests applied at the same time can each add one of a pair; sign-in then prefers the username.

import { searchKey } from '@brama/contract/sign-in/login-name';
import { type Issue, userIssue } from '../parse/issue.ts';
import { batchesOf, type ManifestStore } from '../write/store.ts';
import type { PlannedUser } from './plan-user.ts';

/** New usernames and emails in the form in which sign-in compares them. */
type Added = {
  /** Ids of stored users whose email changes or is removed. */
  changing: ReadonlySet<string>;
  usernames: ReadonlyMap<string, PlannedUser>;
  emails: readonly { key: string; owner: PlannedUser }[];
};

function addedBy(planned: readonly PlannedUser[]): Added {
  const created = planned.filter(({ row }) => row.expected_version === null);
  const changed = planned.filter(({ changed }) => changed.includes('email'));
  return {
    changing: new Set(changed.map(({ row }) => row.id)),
    usernames: new Map(created.map((one) => [one.row.username_key, one])),
    emails: changed.flatMap((owner) => {
      const { email } = owner.row;
      return email === null ? [] : [{ key: searchKey(email), owner }];
    }),
  };
}

const isUsername = ({ spec }: PlannedUser, of: string) =>
  userIssue(spec, 'email', `is the username of ${of}`);
const isEmail = ({ spec }: PlannedUser, of: string) =>
  userIssue(spec, 'username', `is the email address of ${of}`);

/** Returns an issue for each pair, at the later of its two entries. */
function pairsInFile({ usernames, emails }: Added): Issue[] {
  return emails.flatMap(({ key, owner }) => {
    const named = usernames.get(key);
    if (!named || named === owner) return [];
    return named.spec.index > owner.spec.index
      ? [isEmail(named, `users[${owner.spec.index}]`)]
      : [isUsername(owner, `users[${named.spec.index}]`)];
  });
}

async function emailsTaken(store: ManifestStore, { emails }: Added): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const batch of batchesOf(emails)) {
    const stored = await store.usersByKey(batch.map(({ key }) => key));
    for (const { key, owner } of batch) {
      const named = stored.get(key);
      if (named && named.id !== owner.row.id)
        issues.push(isUsername(owner, `the user ${named.username}`));
    }
  }
  return issues;
}

async function usernamesTaken(store: ManifestStore, { usernames, changing }: Added) {
  const keys = [...usernames.keys()].filter((key) => key.includes('@'));
  const issues: Issue[] = [];
  for (const batch of batchesOf(keys))
    for (const { id, username, email_key } of await store.owners('email_key', batch)) {
      const named = usernames.get(email_key ?? '');
      if (named && !changing.has(id)) issues.push(isEmail(named, `the user ${username}`));
    }
  return issues;
}

/** Returns an issue for each username that is the email address of another user, in the file or in the database. */
export async function findEmailUsernames(
  store: ManifestStore,
  planned: readonly PlannedUser[],
): Promise<Issue[]> {
  const added = addedBy(planned);
  return [
    ...pairsInFile(added),
    ...(await emailsTaken(store, added)),
    ...(await usernamesTaken(store, added)),
  ];
}
