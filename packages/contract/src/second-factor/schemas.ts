// Requests and responses about a passkey as a second factor.

import { z } from 'zod';
import { credentialDescriptor, passkeyOptions } from '../sign-in/passkey/schemas.ts';

/**
 * POST `secondFactorPasskeyOptions`: for `navigator.credentials.get`, with the passkeys of this user alone. They work once, for
 * this sign-in or session, for ten minutes.
 */
export const secondFactorOptionsResponse = z.object({
  options: passkeyOptions.extend({ allowCredentials: z.array(credentialDescriptor) }),
});
export type SecondFactorOptionsResponse = z.infer<typeof secondFactorOptionsResponse>;
