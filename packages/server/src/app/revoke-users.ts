// Lists the functions that delete data besides the sessions when the access of users is revoked: sign-in data and
// grants.

import { endGrants } from '../applications/oidc/adapters/grants.ts';
import { createRevokeUsers } from '../sessions/revocation.ts';
import { deleteSignInData } from '../sign-in/ticket-store.ts';

export const revokeUsers = createRevokeUsers([deleteSignInData, endGrants]);
