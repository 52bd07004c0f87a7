// What every page knows about the organisation that runs this instance. All values are texts in the
// language of the page, so that a prerendered page can hold marks in their places. Light on purpose.

/** A link that may be missing: its element is always in the page, `no` hides it. */
export type OptionalLink = { href: string; shown: 'yes' | 'no' };

export type Instance = {
  /** Name of the organisation, nominative; stands alone or in quotes, never declined. */
  organisation: string;
  /** Host of the public address, shown under the sign-in form. */
  host: string;
  /** The organisation's logo, shown beside Brama's mark. */
  logo: OptionalLink;
  /** Diia's official mark, where the operator has been given one. */
  diiaLogo: OptionalLink;
  /** Whom to ask: the support address as `mailto:`, or the help page where none is set. */
  contact: { href: string; text: string };
  bots: { employees: OptionalLink; students: OptionalLink };
  /** Where a user resets a forgotten password. Only available with mail. */
  forgotPassword: OptionalLink;
};
