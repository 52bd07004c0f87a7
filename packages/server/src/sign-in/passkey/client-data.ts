// Reads what a browser says about a WebAuthn ceremony (WebAuthn Level 3 §5.8.1). The signature covers it; the library checks
// its type, challenge and origin again.

import { z } from 'zod';
import { refuse } from './refusal.ts';

const clientData = z.object({
  type: z.string(),
  challenge: z.string().max(256),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

export type ClientData = z.infer<typeof clientData>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** `text` is base64url. @throws {PasskeyRefused} also for a ceremony in a frame of another site. */
export function parseClientData(text: string): ClientData {
  const parsed = clientData.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.crossOrigin) return refuse('malformed');
  return parsed.data;
}
