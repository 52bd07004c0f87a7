// The stored settings of the ticket protocol, and their parser for manifests.

import { z } from 'zod';
import { issuesFrom, textErrors, textThat } from '../manifest/issues.ts';
import type { SettingsParser } from '../protocol.ts';
import { settingsHashOf } from '../secrets/client-secret.ts';
import { validateSecret, validateSecretHash } from '../validate-secret.ts';
import { applicationUrl, developmentUrl } from '../validate-url.ts';

export const ticketSettings = z.object({
  redirectUrl: z.string(),
  /** SHA-256 of the application's secret, base64url. */
  secretHash: z.string(),
  /** Users without access return to `redirectUrl` with an error. */
  returnErrors: z.boolean().optional(),
});

/** The parameter of `redirectUrl` with the ticket. */
export const ticketParameter = 'ticketId';

const manifestForm = (redirectUrl: typeof applicationUrl) =>
  z.strictObject({
    type: z.literal('ticket'),
    redirectUrl,
    secret: z
      .string(textErrors)
      .check((context) => {
        const reason = validateSecret(context.value);
        // no input: an issue never repeats the secret
        if (reason) context.issues.push({ code: 'custom', message: reason, input: undefined });
      })
      .optional(),
    secretHash: textThat(validateSecretHash).nullish(),
    returnErrors: z.boolean('must be true or false').optional(),
  });

/** Returns whether the URL already has a `ticketId`, which the ticket would replace. */
export function hasTicketParameter(redirectUrl: string): boolean {
  return new URL(redirectUrl).searchParams.has(ticketParameter);
}

const path = ['redirectUrl'];
const twoSecrets = { path: ['secretHash'], reason: 'stands beside secret: give one of them' };
const newTicketId = {
  path,
  reason: `must not have a parameter ${ticketParameter}: the ticket comes in it`,
};
const oldTicketId = {
  path,
  reason: `has a parameter ${ticketParameter}, which the ticket replaces: take it out, new records must not have it`,
};

/** Returns the parser for an instance. Outside production `redirectUrl` may name a container. */
export function createTicketSettingsParser({
  isProduction,
}: {
  isProduction: boolean;
}): SettingsParser {
  const form = manifestForm(isProduction ? applicationUrl : developmentUrl);
  return (manifest, stored, options) => {
    const parsed = form.safeParse(manifest);
    if (!parsed.success) return { issues: issuesFrom(parsed.error) };
    const { redirectUrl, returnErrors, ...given } = parsed.data;
    if (given.secret && given.secretHash) return { issues: [twoSecrets] };
    const known = ticketSettings.safeParse(stored).data;
    const holdsTicket = hasTicketParameter(redirectUrl);
    if (holdsTicket && redirectUrl !== known?.redirectUrl) return { issues: [newTicketId] };
    const secretHash = settingsHashOf(given, known?.secretHash, options);
    if (secretHash === undefined)
      return { issues: [{ path: ['secret'], reason: 'is required for a new application' }] };
    return {
      settings: { redirectUrl, secretHash, ...(returnErrors && { returnErrors }) },
      ...(holdsTicket && { warnings: [oldTicketId] }),
    };
  };
}
