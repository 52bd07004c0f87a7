// The address of a mail server and its password, which people give apart from each other.

/** Returns the address with the password. Another check names the setting if the address has not the form of one. */
export function withPassword(smtp: string, password: string): string {
  const url = URL.parse(smtp);
  if (!url) return smtp;
  url.password = encodeURIComponent(password);
  return url.href;
}
