// Client secrets with names and end dates in an entry of a manifest: their form, and the stored form. Pure.

import { randomUUID } from 'node:crypto';
import { limitedList } from '@brama/contract/admin/limits';
import { validateText } from '@brama/contract/text';
import { z } from 'zod';
import { hashSecret } from '../../crypto/secrets.ts';
import { type ClientSecret, maxSecrets, settingsSecret } from '../secrets/client-secret.ts';
import { validateSecret, validateSecretHash } from '../validate-secret.ts';
import { textThat } from './issues.ts';

const dateReason = 'must be a date such as 2027-09-01, or a time such as 2027-09-01T12:00:00Z';

const givenSecret = z
  .strictObject(
    {
      name: textThat((text) =>
        text === settingsSecret
          ? `must not be ${settingsSecret}, the name of the secret in protocol`
          : validateText(text, 100),
      ),
      secret: textThat(validateSecret).optional(),
      hash: textThat(validateSecretHash).optional(),
      expiresAt: z
        .union([z.iso.date(), z.iso.datetime({ offset: true })], dateReason)
        .transform((text) => Date.parse(text)),
    },
    { error: ({ code }) => (code === 'invalid_type' ? 'must be a mapping' : undefined) },
  )
  .check(({ value, issues }) => {
    if ((value.secret === undefined) !== (value.hash === undefined)) return;
    const message = 'is required, or hash in its place: give one of them';
    issues.push({ code: 'custom', path: ['secret'], message, input: undefined });
  });

/** A list replaces all stored secrets but that of `protocol`. */
export const givenSecrets = limitedList(z.array(givenSecret, 'must be a list'), maxSecrets).check(
  ({ value, issues }) => {
    const names = value.map(({ name }) => name);
    for (const [index, name] of names.entries())
      if (names.indexOf(name) < index)
        issues.push({
          code: 'custom',
          path: [index, 'name'],
          message: 'is given twice in this list',
          input: undefined,
        });
  },
);

type GivenSecrets = z.output<typeof givenSecrets>;

/** Returns the secrets to store. A secret that stays keeps its id. */
export function secretsFrom(
  { entry, readAt }: { entry: { secrets?: GivenSecrets }; readAt: number },
  stored: readonly ClientSecret[] = [],
): readonly ClientSecret[] {
  if (!entry.secrets) return stored;
  return entry.secrets.map(({ name, secret, hash = hashSecret(secret ?? ''), expiresAt }) => {
    const known = stored.find((one) => one.name === name && one.hash === hash);
    const { id, createdAt } = known ?? { id: randomUUID(), createdAt: readAt };
    return { id, name, hash, createdAt, expiresAt };
  });
}
