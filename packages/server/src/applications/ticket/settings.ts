// What is stored of an application that speaks the ticket protocol, and how it comes from a manifest.

import { z } from 'zod';
import { hashSecret } from '../../secrets.ts';
import { applicationAddress } from '../addresses.ts';
import { asText, faultsOf } from '../manifest-faults.ts';
import type { SettingsFrom } from '../protocol.ts';
import { faultOfSecret } from '../secret.ts';

export const ticketSettings = z.object({
  redirectUrl: z.string(),
  /** SHA-256 of the application's secret, base64url. */
  secretHash: z.string(),
});

const manifestForm = z.strictObject({
  type: z.literal('ticket'),
  redirectUrl: applicationAddress,
  secret: z
    .string(asText)
    .check((context) => {
      const reason = faultOfSecret(context.value);
      // no input: a fault never repeats the secret
      if (reason) context.issues.push({ code: 'custom', message: reason, input: undefined });
    })
    .optional(),
});

function keptHash(stored: unknown): string | undefined {
  const parsed = ticketSettings.safeParse(stored);
  return parsed.success ? parsed.data.secretHash : undefined;
}

export const ticketSettingsFrom: SettingsFrom = (manifest, stored) => {
  const parsed = manifestForm.safeParse(manifest);
  if (!parsed.success) return { faults: faultsOf(parsed.error) };
  const { redirectUrl, secret } = parsed.data;
  const secretHash = secret === undefined ? keptHash(stored) : hashSecret(secret);
  if (secretHash === undefined)
    return { faults: [{ path: ['secret'], reason: 'is required for a new application' }] };
  return { settings: { redirectUrl, secretHash } };
};
