// Finds usernames that are the email address of another user, among the new ones of a manifest and beside stored users.

import { searchKey } from '@brama/contract/sign-in/login-name';
import { type Issue, userIssue } from '../parse/issue.ts';
import type { ManifestStore } from '../write/store.ts';
import type { PlannedUser } from './plan-user.ts';

/** New usernames and addresses of a manifest. */
type Added = {
  id: string | undefined;
  username: string | undefined;
  email: string | null | undefined;
  planned: PlannedUser;
};

function addedBy(planned: readonly PlannedUser[]): Added[] {
  return planned.flatMap((one) => {
    const { id, username, email, expected_version } = one.row;
    const isNew = expected_version === null;
    const hasNewEmail = one.changed.includes('email');
    if (!isNew && !hasNewEmail) return [];
    return [
      {
        id: isNew ? undefined : id,
        username: isNew ? username : undefined,
        email: hasNewEmail ? email : undefined,
        planned: one,
      },
    ];
  });
}

const isUsername = ({ spec }: PlannedUser, of: string) =>
  userIssue(spec, 'email', `is the username of ${of}`);
const isEmail = ({ spec }: PlannedUser, of: string) =>
  userIssue(spec, 'username', `is the email address of ${of}`);

/** Returns an issue for each pair, at the later of its two entries. */
function pairsInFile(added: readonly Added[]): Issue[] {
  const usernames = new Map(
    added
      .filter(({ username }) => username !== undefined)
      .map(({ planned }) => [planned.row.username_key, planned]),
  );
  return added.flatMap(({ email, planned: owner }) => {
    const named = email ? usernames.get(searchKey(email)) : undefined;
    if (!named || named === owner) return [];
    return named.spec.index > owner.spec.index
      ? [isEmail(named, `users[${owner.spec.index}]`)]
      : [isUsername(owner, `users[${named.spec.index}]`)];
  });
}

/** Returns an issue for each username that is the email address of another user, in the file or in the database. */
export async function findEmailUsernames(
  store: ManifestStore,
  planned: readonly PlannedUser[],
): Promise<Issue[]> {
  const added = addedBy(planned);
  // their stored addresses are replaced
  const changing = new Set(
    added.flatMap(({ id, email }) => (id !== undefined && email !== undefined ? [id] : [])),
  );
  const clashes = await store.nameClashes(added);
  return [
    ...pairsInFile(added),
    ...clashes
      .filter(({ field, by }) => field === 'email' || !changing.has(by.id))
      .map(({ field, given, by }) =>
        (field === 'email' ? isUsername : isEmail)(given.planned, `the user ${by.username}`),
      ),
  ];
}
