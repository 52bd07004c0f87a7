// The fields of a user that a source gives as texts, once for reading, comparing and showing them.

export const nameFields = ['fullName', 'fullNameEn', 'givenName'] as const;

/** By which a person is known or reached. */
const contactFields = ['email', 'studentId', 'employeeId'] as const;

/** Those that a column of the file may give as they are. */
export type PlainField = 'givenName' | (typeof contactFields)[number];

export const identityFields: readonly string[] = [...nameFields, ...contactFields, 'taxId'];

/** Those that change for many at once if a column is shifted. */
export const shiftableFields: readonly string[] = [...identityFields, 'validFrom', 'validUntil'];

/** By which an administrator sees who a waiting person is. */
export const shownOfWaiting = ['fullName', ...contactFields] as const;
