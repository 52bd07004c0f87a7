// Whether a user can sign in by certain methods.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Queries } from '../../database/connect.ts';
import { hasOtherWay } from '../../users/ways-in.ts';
import type { SecondFactorContext } from '../set-up/context.ts';

/** Returns whether the user can sign in by one of these methods that is enabled. */
export function canSignInBy(
  { enabledMethods }: Pick<SecondFactorContext, 'enabledMethods'>,
  queries: Queries,
  userId: string,
  methods: readonly MethodId[],
): Promise<boolean> {
  const enabled = methods.filter((id) => enabledMethods.includes(id));
  // no way is removed
  return hasOtherWay(queries, userId, enabled, { passkey: '' });
}
