// How columns of a file are named, and how usernames are made of their values. Contains no schemas: the console loads it with a page.

/** Returns the form in which headers are compared: without case, and with one kind of apostrophes, hyphens and spaces. */
export function headerKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’‘ʼ`´′]/gu, "'")
    .replaceAll(/[‐‑‒–—−]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** The two orders in which a full name is written. */
export const nameOrders = ['family-given-patronymic', 'given-patronymic-family'] as const;

/** What a rule for usernames may use. */
export const usernamePartNames = ['given', 'family', 'patronymic', 'mailbox', 'id'] as const;

/** `{given}`, or `{given:1}` for its first letter. */
export const usernamePlaceholder = /\{([a-z]+)(?::([1-9]))?\}/g;

const placeholders = usernamePartNames.map((name) => `{${name}}`).join(', ');

/** Returns why a rule is not accepted; undefined for a valid one. */
export function validateUsernameRule(rule: string): string | undefined {
  const names = [...rule.matchAll(usernamePlaceholder)].map(([, name]) => name);
  if (names.length === 0) return `must have at least one of ${placeholders}`;
  const unknown = names.find((name) => !usernamePartNames.some((known) => known === name));
  if (unknown !== undefined) return `has an unknown placeholder: {${unknown}}`;
  return /^[a-z0-9._-]*$/.test(rule.replaceAll(usernamePlaceholder, ''))
    ? undefined
    : 'may have only small Latin letters, digits and . _ - beside its placeholders';
}

const mebibyte = 1024 * 1024;
/** Of a file that is imported. */
export const maxImportBytes = 100 * mebibyte;

/** Of a spreadsheet, as a file. */
export const maxSheetBytes = 32 * mebibyte;

/** Of a spreadsheet, without the header. */
export const maxSheetRows = 20_000;
