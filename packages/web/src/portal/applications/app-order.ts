// Orders the cards: last opened first, the rest in the order of the server. Pure.
import type { ApplicationResponse } from '@brama/contract/api/user';

export function orderApplications(
  applications: readonly ApplicationResponse[],
  /** Application ids, the last opened first. */
  recent: readonly string[],
): ApplicationResponse[] {
  const rank = ({ id }: ApplicationResponse) => {
    const index = recent.indexOf(id);
    return index === -1 ? recent.length : index;
  };
  return applications.toSorted((a, b) => rank(a) - rank(b));
}
