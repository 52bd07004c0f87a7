// What attributes of a user can be released to applications, as a manifest names them.

import { validateText } from '@brama/contract/text';
import { fieldsWith } from '@brama/contract/users/fields';
import { textThat } from '../manifest/issues.ts';

const plainSources = [
  ...fieldsWith('cas', true),
  'affiliation',
  'groups',
  'id',
  'acr',
  'amr',
  'taxId',
] as const;

/** What an attribute contains; `data.…` is a field of the data of the user. */
export type AttributeSource = (typeof plainSources)[number] | `data.${string}`;

const isPlainSource = (text: string) => plainSources.some((one) => one === text);

export const attributeSource = textThat((text) => {
  const [, field] = /^data\.(.*)$/s.exec(text) ?? [];
  const isData = field !== undefined && validateText(field, 64) === undefined;
  return isData || isPlainSource(text)
    ? undefined
    : `must be one of ${plainSources.join(', ')}, or data. and the name of a field`;
}).transform((text) => text as AttributeSource);
