// The fields of a group: what each may contain.

import { z } from 'zod';
import { secondFactorPolicies } from '../second-factor/second-factor.ts';
import { oneLine, shownText, validateText } from '../text.ts';

const maxGroupName = 64;
const groupNameForm = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u;
const wrongForm =
  'must begin with a letter or digit, and may contain only letters, digits and . _ -';

/** In NFC. */
export const groupName = oneLine(maxGroupName).normalize('NFC').regex(groupNameForm, wrongForm);

/** Returns why the value is not the name of a group; undefined for a valid one. Much faster than the schema, for the memberships of a manifest. */
export const validateGroupName = (value: unknown): string | undefined =>
  validateText(value, maxGroupName) ??
  (groupNameForm.test(String(value).normalize('NFC')) ? undefined : wrongForm);

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
