// Lists the functions that delete data besides the sessions when the access of users is revoked: sign-in data and grants.

import { deleteApprovals } from '../admin/approvals/approval-store.ts';
import { deleteTokens } from '../admin/tokens/token-store.ts';
import { endGrants } from '../applications/oidc/adapters/grants.ts';
import { deleteFactorData } from '../factors/pending-sign-ins.ts';
import { createRevokeUsers } from '../sessions/revocation.ts';
import { deleteSignInData } from '../sign-in/ticket-store.ts';

export const revokeUsers = createRevokeUsers([
  deleteSignInData,
  deleteFactorData,
  deleteTokens,
  deleteApprovals,
  endGrants,
]);
