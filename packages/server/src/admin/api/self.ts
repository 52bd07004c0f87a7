// Shows callers what they may do.

import { permissionsOf } from '@brama/contract/admin/permissions';
import type { Handlers } from './handler.ts';

export const createSelfHandlers = (): Handlers<'readSelf'> => ({
  readSelf: async ({ actor: { user, roles } }) => ({
    ...{ id: user.id, username: user.username },
    roles: [...roles],
    permissions: permissionsOf(roles),
  }),
});
