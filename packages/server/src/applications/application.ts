// The record of an application: titles, access, released attributes and protocol.

import type { Access } from '@brama/contract/admin/access';
import type { Language } from '@brama/contract/paths';
import type { Level } from '@brama/contract/sign-in/methods';
import { type Authentication, levelsOf } from '../sessions/assurance.ts';
import type { ClientSecret } from './secrets/client-secret.ts';

/** Sensitive attributes that an application receives only if its record releases them. */
export const releasableAttributes = ['taxId'] as const;
export type ReleasableAttribute = (typeof releasableAttributes)[number];

/** The levels that an application can require of every sign-in. Every sign-in reaches `urn:brama:acr:1`. */
export const minimumLevels = ['urn:brama:acr:2', 'urn:brama:acr:mfa'] as const satisfies Level[];
export type MinimumLevel = (typeof minimumLevels)[number];

/** `file` is the name under which the icon is served; `source` is a hash of the file in the manifest. */
export type Icon = { file: string; source: string };

export type Application = {
  /** UUID in lower case. */
  id: string;
  /** Slug; some have their own icons. */
  name: string;
  title: Record<Language, string>;
  description: Record<Language, string>;
  /** Heading under which the portal lists it; null for none. */
  category: Record<Language, string> | null;
  /** Null for the picture that the portal chooses. */
  icon: Icon | null;
  access: Access;
  /** Email or https address for questions; null for the contact of the university. */
  contact: string | null;
  releases: readonly ReleasableAttribute[];
  /** Every sign-in to it must reach this level; null for any level. */
  minimumLevel: MinimumLevel | null;
  /** Client secrets beside that of the protocol settings. */
  secrets?: readonly ClientSecret[] | undefined;
  /** `key`: the name by which the protocol finds the application, if it is not the id. */
  protocol: { type: string; settings: unknown; key?: string };
};

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
