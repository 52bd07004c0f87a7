// Joins what the page of a user shows: one request, and one event.

import type { Handlers } from '../../admin/handler.ts';

type Parts = Handlers<'readUser' | 'readFactors' | 'listSessions' | 'checkSignIn'>;

export const createAccountHandler = (parts: Parts): Handlers<'readUserAccount'> => ({
  async readUserAccount(call) {
    const { actor, params } = call;
    const may = (permission: (typeof actor.permissions)[number]) =>
      actor.permissions.includes(permission);
    // the parts record nothing of their own
    const quiet = { ...call, record: async () => undefined };
    const user = await parts.readUser(quiet);
    const factors = may('factors.read') ? await parts.readFactors(quiet) : null;
    const sessions = may('sessions.read') ? await parts.listSessions(quiet) : null;
    const check = await parts.checkSignIn({ ...quiet, query: {} });
    await call.record({ type: 'user.viewed', userId: params.id, details: { how: 'account' } });
    return { user, factors, sessions: sessions?.items ?? null, check };
  },
});
