// Why a password that somebody chooses will not do; each has words in the browser. Light on purpose (imported by the page).

export const passwordIssues = [
  'too-short',
  'too-long',
  'repeated',
  'own-name',
  'common',
  'same',
] as const;
export type PasswordIssue = (typeof passwordIssues)[number];
