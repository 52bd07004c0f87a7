// The fields of a group: what each may contain.

import { z } from 'zod';
import { secondFactorPolicies } from '../second-factor/second-factor.ts';
import { oneLine, shownText } from '../text.ts';

/** In NFC. */
export const groupName = oneLine(64)
  .normalize('NFC')
  .regex(
    /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u,
    'must begin with a letter or digit, and may contain only letters, digits and . _ -',
  );

export const maxGroupTitle = 100;
const titleText = shownText(z.string().min(1).max(maxGroupTitle));

/** The fields beside the name, in requests and responses. */
export const groupFields = {
  title: z.strictObject({ uk: titleText, en: titleText }).nullable(),
  secondFactor: z
    .enum(secondFactorPolicies)
    .nullable()
    .describe('The policy for second factors of its members; null for that of the settings.'),
};

/** The values of a record. */
export type GroupFacts = {
  [Name in keyof typeof groupFields]: z.output<(typeof groupFields)[Name]>;
};

export const groupFieldNames = Object.keys(groupFields) as readonly (keyof GroupFacts)[];
