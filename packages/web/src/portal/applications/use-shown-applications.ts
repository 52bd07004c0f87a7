// Returns the applications that the page shows: all of the user's except the sandbox, which is for developers.
import type { ApplicationAnswer } from '@brama/contract/api/user';
import { useUser } from '../../session/user-query.ts';

export function useShownApplications(): readonly ApplicationAnswer[] {
  return useUser().applications.filter(({ sandbox }) => !sandbox);
}
