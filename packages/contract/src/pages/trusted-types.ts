// The name of the one Trusted Types policy of our pages. The server allows it in the Content-Security-Policy, and pages
// create it.

/** Stands in the Content-Security-Policy of every page. */
export const trustedTypesPolicy = 'brama';
