// Trusted Types of our pages: the server names the one policy there may be, a page makes it. Light on purpose.

/** Stands in the Content-Security-Policy of every page. */
export const trustedTypesPolicy = 'brama';
