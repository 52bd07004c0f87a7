// The path of the account page and the ids of its sections, which are fragments of its address. Imports nothing, because
// pages import it and must stay small.

/** Below the language. */
export const accountPath = 'account';

/** In the order of the page. Never change them: other sites link to them (`/uk/account#sessions`). */
export const accountSections = [
  'profile',
  'sign-in-methods',
  'sessions',
  'connected-apps',
  'activity',
] as const;
export type AccountSection = (typeof accountSections)[number];

/** Returns the path of a section below the language. */
export const accountSectionPath = (section: AccountSection) => `${accountPath}#${section}`;

/** Query parameter of the account page: where the shown page of events begins. */
export const activityParameter = 'activity';
