// The fields of a group in a manifest, and the values that each may have. Pure.

import { groupName } from '@brama/contract/groups/fields';
import { secondFactorPolicies } from '@brama/contract/second-factor/second-factor';
import { validateText, validateTextType } from '@brama/contract/text';
import type { Path } from '../apply/parse/issue.ts';

const maxTitle = 100;

/** Returns why the value is not the name of a group; undefined for a valid one. */
export function validateGroupName(value: unknown): string | undefined {
  const { error } = groupName.safeParse(value);
  return error && (validateTextType(value) ?? error.issues[0]?.message);
}

/** Reports issues of the title of a group; none has no issues. */
export function checkGroupTitle(title: unknown, report: (reason: string, within: Path) => void) {
  if (title === undefined) return;
  if (typeof title !== 'object' || title === null || Object.keys(title).sort().join() !== 'en,uk')
    return report('must be a mapping with uk and en', ['title']);
  for (const [language, text] of Object.entries(title)) {
    const reason = validateText(text, maxTitle);
    if (reason !== undefined) report(reason, ['title', language]);
  }
}

/** Reports an issue of the policy of a group for second factors; none and null have no issues. */
export function checkGroupPolicy(policy: unknown, report: (reason: string, within: Path) => void) {
  if (policy === undefined || policy === null) return;
  if (!secondFactorPolicies.some((one) => one === policy))
    report(`must be one of ${secondFactorPolicies.join(', ')}`, ['secondFactor']);
}
