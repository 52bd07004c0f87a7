// Imports nothing, because pages import it and must stay small.

/** The field of the form with an image, beside `logo`, which is the path of one on the server. */
export const logoFileField = 'logoFile';
