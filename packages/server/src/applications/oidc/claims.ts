// What an application may learn of a user, scope by scope (OpenID Connect Core §5.4), and how it follows
// from the user record. Pure.

import type { User } from '../../users/user.ts';

/** Scope → its claims. */
export const claimsOfScopes = {
  openid: ['sub', 'sid', 'auth_time', 'acr', 'amr'],
  profile: ['name', 'preferred_username'],
  email: ['email', 'email_verified'],
  groups: ['groups'],
  /** Ours: who somebody is at the university. */
  campus: ['student_id', 'employee_id', 'eduperson_affiliation'],
  /** Ours: only where the application's record releases it, of a session that knows it. */
  tax_id: ['tax_id'],
} as const;

export const scopes = [...Object.keys(claimsOfScopes), 'offline_access'] as const;

/** Every claim that comes with these scopes, however it is asked for (OpenID Connect Core §5.5). */
export function claimsWithin(scope: string): string[] {
  const known = claimsOfScopes as Record<string, readonly string[]>;
  return scope.split(' ').flatMap((one) => known[one] ?? []);
}

/** Values of eduPersonAffiliation (eduPerson 202208 §2.2.1). */
function affiliationsOf({ studentId, employeeId }: User): string[] {
  const known = [studentId && 'student', employeeId && 'employee'].filter((one) => one !== null);
  const named = known.filter((one): one is string => Boolean(one));
  return named.length > 0 ? [...named, 'member'] : [];
}

function present(claims: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(claims).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Every claim there is to tell; what nobody knows is left out rather than empty. */
export function claimsOf(user: User, taxId: string | undefined): Record<string, unknown> {
  return present({
    name: user.fullName,
    preferred_username: user.username,
    email: user.email,
    // addresses come from the university's own records
    email_verified: user.email === null ? undefined : true,
    groups: user.groups,
    student_id: user.studentId,
    employee_id: user.employeeId,
    eduperson_affiliation: affiliationsOf(user),
    tax_id: taxId,
  });
}
