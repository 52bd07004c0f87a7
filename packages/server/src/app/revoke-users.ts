// The areas that end something when the access of users is revoked.

import { endGrants } from '../applications/oidc/adapters/grants.ts';
import { createRevokeUsers } from '../sessions/revocation.ts';
import { deleteSignInData } from '../sign-in/ticket-store.ts';

export const revokeUsers = createRevokeUsers([deleteSignInData, endGrants]);
