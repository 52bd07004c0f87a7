// Limits of temporary access codes. Contains no schemas: the console loads it.

export const maxAccessCodeHours = 168;

/** Persons of one sheet. SQLite serves no request while their codes are made. */
export const maxCodesOfSheet = 500;
