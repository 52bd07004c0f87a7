// The reasons for which the server refuses a new password. The browser has a text for each. Contains no schemas,
// because pages import this file.

export const passwordIssues = [
  'too-short',
  'too-long',
  'repeated',
  'own-name',
  'common',
  'breached',
  'same',
] as const;
export type PasswordIssue = (typeof passwordIssues)[number];
