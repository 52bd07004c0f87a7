// Returns the applications that the page shows: all of the user's except the sandbox, which is for developers.
import type { ApplicationResponse } from '@brama/contract/api/user';
import { useUser } from '../../session/use-user.ts';

export function useShownApplications(): readonly ApplicationResponse[] {
  return useUser().applications.filter(({ sandbox }) => !sandbox);
}
