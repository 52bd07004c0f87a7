// The applications that stand on the page: all of the user's but the sandbox, which is for those who build sites.
import type { ApplicationAnswer } from '@brama/contract/api/user';
import { useUser } from '../../session/user-query.ts';

export function useShownApplications(): readonly ApplicationAnswer[] {
  return useUser().applications.filter(({ sandbox }) => !sandbox);
}
