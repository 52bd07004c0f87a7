// Shows callers what they may do.

import type { Handlers } from './handler.ts';

export const createSelfHandlers = (): Handlers<'readSelf'> => ({
  readSelf: async ({ actor: { user, roles, permissions } }) => ({
    ...{ id: user.id, username: user.username },
    roles: [...roles],
    permissions: [...permissions],
  }),
});
