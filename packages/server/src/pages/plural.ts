// Texts with a number in them, as i18next chooses them in the browser.

import type { Language } from '@brama/contract/paths';

/** Returns the form of `words[key]` for this number, such as `more_few`, with the number in it. */
export function plural(
  words: Record<string, unknown>,
  key: string,
  count: number,
  language: Language,
): string {
  const form = new Intl.PluralRules(language).select(count);
  return `${words[`${key}_${form}`]}`.replace('{{count}}', `${count}`);
}
