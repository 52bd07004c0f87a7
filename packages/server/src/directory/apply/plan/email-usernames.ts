// Finds usernames that are the email address of another user, among the new ones of a manifest. `users/changes/` finds those beside stored
// users.

import { searchKey } from '@brama/contract/sign-in/login-name';
import { type Issue, userIssue } from '../parse/issue.ts';
import type { PlannedUser } from './plan-user.ts';

const isUsername = ({ spec }: PlannedUser, of: string) =>
  userIssue(spec, 'email', `is the username of ${of}`);
const isEmail = ({ spec }: PlannedUser, of: string) =>
  userIssue(spec, 'username', `is the email address of ${of}`);

/** Returns an issue for each pair, at the later of its two entries. */
export function pairsInFile(planned: readonly PlannedUser[]): Issue[] {
  const created = planned.filter(({ row }) => row.expected_version === null);
  const usernames = new Map(created.map((one) => [one.row.username_key, one]));
  return planned.flatMap((owner) => {
    const { email, sets_email: setsEmail } = owner.row;
    const named = setsEmail === 1 && email ? usernames.get(searchKey(email)) : undefined;
    if (!named || named === owner) return [];
    return named.spec.index > owner.spec.index
      ? [isEmail(named, `users[${owner.spec.index}]`)]
      : [isUsername(owner, `users[${named.spec.index}]`)];
  });
}
