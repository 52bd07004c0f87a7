// Drafts of forms, which survive a reload in this tab: what the user has changed, and what was stored then. Secrets are never among them.

import { forget, keep, readKept } from './tab-storage.ts';

type Values = Readonly<Record<string, string>>;

export type Draft = {
  /** The changed values. */
  own: Values;
  /** The stored values of the same fields when they were changed. */
  base: Values;
};

const keyOf = (id: string) => `draft:${id}`;

const areTexts = (given: unknown): given is Values =>
  typeof given === 'object' &&
  given !== null &&
  Object.values(given).every((one) => typeof one === 'string');

export function readDraft(id: string): Draft | undefined {
  const kept = readKept(keyOf(id)) as Partial<Draft> | null;
  return areTexts(kept?.own) && areTexts(kept.base)
    ? { own: kept.own, base: kept.base }
    : undefined;
}

export function storeDraft(id: string, draft: Draft): void {
  if (Object.keys(draft.own).length === 0) forget(keyOf(id));
  else keep(keyOf(id), draft);
}

export function clearDraft(id: string): void {
  forget(keyOf(id));
}
