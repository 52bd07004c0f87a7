// The record of an application: its fields, secrets and protocol.

import type { ApplicationFacts, ApplicationFieldName } from '@brama/contract/applications/fields';
import type { Language } from '@brama/contract/paths';
import { type Authentication, levelsOf } from '../sessions/assurance.ts';
import { normalAccess } from './access/access.ts';
import type { ClientSecret } from './secrets/client-secret.ts';

export type Application = Readonly<ApplicationFacts> & {
  /** UUID in lower case. */
  id: string;
  /** Client secrets beside that of the protocol settings. */
  secrets?: readonly ClientSecret[] | undefined;
  /** `key`: the name by which the protocol finds the application, if it is not the id. */
  protocol: { type: string; settings: unknown; key?: string };
};

const normals: { [Name in ApplicationFieldName]?: (given: never) => unknown } = {
  access: normalAccess,
  releases: (given: readonly string[]) => [...new Set(given)].sort(),
};

/** Returns a valid value in the form in which it is stored and compared. */
export const normal = (name: ApplicationFieldName, given: unknown): unknown =>
  normals[name]?.(given as never) ?? given;

const collators: Record<Language, Intl.Collator> = {
  uk: new Intl.Collator('uk'),
  en: new Intl.Collator('en'),
};

/** Compares two records with a title in this language, for sorting. */
export function compareTitles(
  one: { title: string },
  other: { title: string },
  language: Language,
): number {
  return collators[language].compare(one.title, other.title);
}

/** Returns whether a sign-in reaches the level that the application requires. */
export function reachesMinimumLevel(
  signIn: Authentication,
  { minimumLevel }: Pick<Application, 'minimumLevel'>,
): boolean {
  return minimumLevel === null || levelsOf(signIn).includes(minimumLevel);
}
