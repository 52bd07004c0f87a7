// Owners see and change only their own applications.

import { fail } from '../../../errors.ts';
import type { Call } from '../handler.ts';
import type { ApplicationOwners } from './parts.ts';

/** @throws `admin.not-found` for an owner of other applications. */
export async function checkOwn(
  { ownedBy }: Pick<ApplicationOwners, 'ownedBy'>,
  { actor, extent, queries }: Pick<Call, 'actor' | 'extent' | 'queries'>,
  id: string,
): Promise<void> {
  if (extent === 'own' && !(await ownedBy(queries, actor.user.id)).has(id)) fail('admin.not-found');
}
