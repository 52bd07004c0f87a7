// The name that a user types to sign in, and the normal forms by which the server finds users. Contains no schemas.

export const maxUsernameLength = 256;

/** Returns the form in which usernames are compared: NFKC, lower case. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/**
 * Returns the form in which email addresses are compared. Lower-cases A–Z only. Unicode normalisation or lower-casing
 * would turn `ｂ` or the Kelvin sign into ASCII letters; another person may own that address.
 */
export function emailKey(email: string): string {
  return email.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A username or an email address, with the forms by which the server searches for it. */
export type LoginName = {
  /** As the user typed it, without surrounding spaces. */
  entered: string;
  usernameKey: string;
  emailKey: string;
};

/**
 * Returns the normal forms of a typed name. No stored name contains NUL, and PostgreSQL rejects it in texts, so
 * U+FFFD replaces it.
 */
export function loginNameOf(typed: string): LoginName {
  const entered = typed.trim();
  const storable = entered.replaceAll('\0', '\u{fffd}');
  return { entered, usernameKey: searchKey(storable), emailKey: emailKey(storable) };
}
