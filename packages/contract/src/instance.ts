// The data that every page shows about the organisation that runs this instance: addresses, and texts in the language
// of the page. Imports nothing, because the sign-in page must stay small.

export type Instance = {
  /** Name of the organisation, nominative; stands alone or in quotes, never declined. */
  organisation: string;
  /** Host of the public address, shown under the sign-in form. */
  host: string;
  /** The organisation's logo, shown beside Brama's mark. */
  logo?: string | undefined;
  /** A style sheet with the colours of the organisation. */
  styles?: string | undefined;
  /** The official mark of Diia, if the administrator supplies it. */
  diiaLogo?: string | undefined;
  /** The contact for help: the support address as `mailto:`, or the help page if no address is set. */
  contact: { href: string; text: string };
  bots: { employees?: string | undefined; students?: string | undefined };
  /** Address of the page that shows the status of the services, if the administrator supplies it. */
  status?: string | undefined;
};
