// Usernames that are the email address of another user: signing in with such a text would mean one of them alone. Only
// what a manifest newly brings is judged. Of two manifests at the same moment each may bring half of a pair; then the
// username wins at sign-in.

import { searchKey } from '../../../users/user.ts';
import { type Fault, faultOfUser } from '../parse/issue.ts';
import { batchesOf, type ManifestStore } from '../write/store.ts';
import type { PlannedUser } from './plan-user.ts';

/** Planned users by what would be typed, in the form in which usernames are compared. */
type News = {
  /** Ids of stored users whose address changes, or goes. */
  givingUp: ReadonlySet<string>;
  usernames: ReadonlyMap<string, PlannedUser>;
  emails: readonly { key: string; holder: PlannedUser }[];
};

function newsIn(planned: readonly PlannedUser[]): News {
  const named = planned.filter(({ row }) => row.expected_version === null);
  const changed = planned.filter(({ changed }) => changed.includes('email'));
  return {
    givingUp: new Set(changed.map(({ row }) => row.id)),
    usernames: new Map(named.map((one) => [one.row.username_key, one])),
    emails: changed.flatMap((holder) => {
      const { email } = holder.row;
      return email === null ? [] : [{ key: searchKey(email), holder }];
    }),
  };
}

const isUsername = ({ wanted }: PlannedUser, of: string) =>
  faultOfUser(wanted, 'email', `is the username of ${of}`);
const isEmail = ({ wanted }: PlannedUser, of: string) =>
  faultOfUser(wanted, 'username', `is the email address of ${of}`);

/** Returns a fault for each pair, at the later of its two places. */
function pairsInFile({ usernames, emails }: News): Fault[] {
  return emails.flatMap(({ key, holder }) => {
    const named = usernames.get(key);
    if (!named || named === holder) return [];
    return named.wanted.index > holder.wanted.index
      ? [isEmail(named, `users[${holder.wanted.index}]`)]
      : [isUsername(holder, `users[${named.wanted.index}]`)];
  });
}

async function emailsTaken(store: ManifestStore, { emails }: News): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const batch of batchesOf(emails)) {
    const stored = await store.usersByKey(batch.map(({ key }) => key));
    for (const { key, holder } of batch) {
      const named = stored.get(key);
      if (named && named.id !== holder.row.id)
        faults.push(isUsername(holder, `the user ${named.username}`));
    }
  }
  return faults;
}

async function usernamesTaken(store: ManifestStore, { usernames, givingUp }: News) {
  const keys = [...usernames.keys()].filter((key) => key.includes('@'));
  const faults: Fault[] = [];
  for (const batch of batchesOf(keys))
    for (const { id, username, email_key } of await store.emailOwners(batch)) {
      const named = usernames.get(email_key ?? '');
      if (named && !givingUp.has(id)) faults.push(isEmail(named, `the user ${username}`));
    }
  return faults;
}

/** Returns a fault for each username of one user that is the address of another, in the file and in the database. */
export async function findEmailUsernames(
  store: ManifestStore,
  planned: readonly PlannedUser[],
): Promise<Fault[]> {
  const news = newsIn(planned);
  return [
    ...pairsInFile(news),
    ...(await emailsTaken(store, news)),
    ...(await usernamesTaken(store, news)),
  ];
}
