// What is stored of an application that speaks the ticket protocol.

import { z } from 'zod';

export const ticketSettings = z.object({
  redirectUrl: z.string(),
  /** SHA-256 of the application's secret, base64url. */
  secretHash: z.string(),
});
