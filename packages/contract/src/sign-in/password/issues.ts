// Why the server refuses a new password. The browser has a text for each. Values only, no schemas, because pages import it.

export const passwordIssues = [
  'too-short',
  'too-long',
  'repeated',
  'own-name',
  'common',
  'same',
] as const;
export type PasswordIssue = (typeof passwordIssues)[number];
