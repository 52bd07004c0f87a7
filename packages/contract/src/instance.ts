// What every page knows about the organisation that runs this instance. All values are texts in the language of the
// page, or addresses. Light on purpose.

export type Instance = {
  /** Name of the organisation, nominative; stands alone or in quotes, never declined. */
  organisation: string;
  /** Host of the public address, shown under the sign-in form. */
  host: string;
  /** The organisation's logo, shown beside Brama's mark. */
  logo?: string | undefined;
  /** Diia's official mark, where the operator has been given one. */
  diiaLogo?: string | undefined;
  /** Whom to ask: the support address as `mailto:`, or the help page where none is set. */
  contact: { href: string; text: string };
  bots: { employees?: string | undefined; students?: string | undefined };
  /** Where a user resets a forgotten password. Only available with mail. */
  forgotPassword?: string | undefined;
};
