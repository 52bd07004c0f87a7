// Who may answer for others: the sponsor of a guest, the owner of an application. Pure, and the same for the administration API
// and manifests.

/** Returns why a user cannot answer for others. */
export function whyNotResponsible(
  user: { disabled: number } | undefined,
): 'unknown' | 'disabled' | undefined {
  if (!user) return 'unknown';
  return user.disabled === 0 ? undefined : 'disabled';
}
