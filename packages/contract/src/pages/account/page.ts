// Props of the account page.

import { z } from 'zod';
import { activityPage } from '../../api/activity.ts';
import { accessResponse } from '../../api/connected-apps.ts';
import { sessionsResponse } from '../../api/sessions.ts';
import { userResponse } from '../../api/user.ts';
import { secondaryEmailStates } from '../../recovery/pages.ts';
import { secondFactorState } from '../../second-factor/account.ts';
import { googleLinkResponse } from '../../sign-in/google/schemas.ts';
import { passkeysResponse } from '../../sign-in/passkey/schemas.ts';

export const accountProps = z.object({
  user: userResponse.omit({ applications: true }),
  /** How the user can sign in. `null` for a method that is not enabled. */
  signInMethods: z.object({
    password: z.boolean(),
    diia: z.boolean().nullable(),
    google: googleLinkResponse.nullable(),
    passkey: passkeysResponse.nullable(),
  }),
  /** The secondary address, and whether it can be used for recovery. `null` if the server sends no email. */
  secondaryEmail: z
    .object({ email: z.string().nullable(), state: z.enum(secondaryEmailStates) })
    .nullable(),
  secondFactor: secondFactorState,
  /** From when the newest second factors count, ISO 8601 in UTC; null if they count. */
  newFactorsCountFrom: z.string().nullable(),
  sessions: sessionsResponse,
  connectedApps: accessResponse,
  activity: activityPage,
  /** When the server sent the page; ISO 8601 in UTC. */
  sentAt: z.string(),
});
