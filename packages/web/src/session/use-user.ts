// Returns the signed-in user, whose data the server has put into the applications page.
import type { UserResponse } from '@brama/contract/api/user';
import { usePageProps } from '../browser/page-props.ts';

export function useUser(): UserResponse {
  return usePageProps('apps').user;
}
