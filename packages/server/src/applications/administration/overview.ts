// Joins what the page of an application shows, in one request.

import type { Handlers } from '../../admin/handler.ts';

type Parts = Handlers<
  | 'readApplication'
  | 'listApplicationSecrets'
  | 'listApplicationOwners'
  | 'explainApplicationAccess'
  | 'diagnoseApplication'
>;

export const createOverviewHandler = (parts: Parts): Handlers<'readApplicationOverview'> => ({
  async readApplicationOverview(call) {
    const { items: secrets } = await parts.listApplicationSecrets(call);
    const { items: owners } = await parts.listApplicationOwners(call);
    return {
      application: await parts.readApplication(call),
      secrets,
      owners,
      access: await parts.explainApplicationAccess(call),
      diagnostics: await parts.diagnoseApplication(call),
    };
  },
});
