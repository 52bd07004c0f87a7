// Returns the signed-in user, whose data the server has put into the applications page and the account page.
import type { PageProps } from '@brama/contract/pages/page-props';
import { usePageProps } from '../browser/page-props.ts';

export function useUser(): PageProps['account']['user'] {
  return usePageProps('apps', 'account').user;
}
