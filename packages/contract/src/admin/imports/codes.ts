// The closed lists of imports: states, what becomes of rows, and why a file, a row or a field is refused or waits. The words belong to who
// shows them. A reason never holds a value of the file. Contains no schemas: the console loads it with its first screen.

/**
 * `comparing`: the rows are being compared. `compared`: a dry run has ended. `waiting`: an administrator must approve it. `running`: it is
 * being written. `done`, `failed`; `refused`: an administrator did not approve it; `replaced`: a later import of the source took its place.
 */
export const importStates = [
  'comparing',
  'compared',
  'waiting',
  'running',
  'done',
  'failed',
  'refused',
  'replaced',
] as const;
export type ImportState = (typeof importStates)[number];

/**
 * `linked`: a known user belongs to the source now; the changes of the row say what else changes. `waiting`: an administrator decides
 * whether the person is a known user.
 */
export const rowKinds = [
  'created',
  'changed',
  'linked',
  'left',
  'unchanged',
  'rejected',
  'waiting',
] as const;
export type RowKind = (typeof rowKinds)[number];

/**
 * How the new users of an import get in. `invite`: by an email. `codes`: by a sheet of temporary access codes. `nothing`: by what they
 * have, such as Diia.
 */
export const newUsersChoices = ['invite', 'codes', 'nothing'] as const;
export type NewUsersChoice = (typeof newUsersChoices)[number];

/** What a card of a student, or a position of an employee, has in the state register. */
export const registerFacts = ['faculty', 'group', 'course', 'form', 'position', 'chair'] as const;
export type RegisterFact = (typeof registerFacts)[number];

/** Why a new user gets no invitation. */
export const uninvitedCodes = [
  'no-email',
  'has-way-to-sign-in',
  'has-role',
  'cannot-sign-in',
  'not-delivered',
  'too-late',
] as const;
export type UninvitedCode = (typeof uninvitedCodes)[number];

/** Why an import waits for an administrator. */
export const stopCodes = [
  'first-import',
  'too-many-leavers',
  'too-many-created',
  'too-many-changed',
  'too-many-leavers-of-week',
  'too-many-changed-of-week',
  'leavers-withheld',
  'empty',
  'halved',
  'shifted-column',
] as const;
export type StopCode = (typeof stopCodes)[number];

/** The whole file is refused; no row after it is read. */
export const fileReasons = [
  'empty-file',
  'file-too-large',
  'unknown-format',
  'old-spreadsheet',
  'unknown-encoding',
  'missing-header',
  'empty-header',
  'duplicate-header',
  'invalid-header',
  'too-many-columns',
  'line-too-long',
  'quote-without-end',
  'spreadsheet-damaged',
  'spreadsheet-encrypted',
  'spreadsheet-too-large',
  'spreadsheet-external-reference',
  'too-many-sheets',
  'unknown-sheet',
  'too-many-rows',
  'too-many-rows-in-file',
  'too-many-cells-in-file',
  'too-many-rejected',
  'no-persons',
  'all-rejected',
] as const;

/** One row cannot be read. */
export const rowReasons = [
  'invalid-encoding',
  'mixed-encodings',
  'nul-character',
  'control-character',
  'unbalanced-quotes',
  'too-few-cells',
  'incomplete-last-row',
  'too-many-cells',
  'cell-too-long',
  'formula',
  'error-value',
  'invalid-json',
  'duplicate-key',
  'not-a-text',
] as const;

/** One field of a row that was read has a value that is not accepted. */
export const fieldReasons = [
  'missing-value',
  'value-too-long',
  'line-break',
  'invisible-character',
  'damaged-text',
  'mixed-scripts',
  'invalid-name',
  'invalid-latin-name',
  'invalid-email',
  'invalid-username',
  'no-username',
  'invalid-external-id',
  'duplicate-external-id',
  'duplicate-username',
  'duplicate-tax-number',
  'invalid-tax-number',
  'tax-number-check-digit',
  'tax-number-in-field',
  'invalid-date',
  'period-reversed',
  'invalid-group',
  'too-many-groups',
  'value-not-in-table',
  'invalid-value',
] as const;

export type FileReason = (typeof fileReasons)[number];
export type RowReason = (typeof rowReasons)[number];
export type FieldReason = (typeof fieldReasons)[number];

/** The person of a row cannot be written. */
const personCodes = [
  'tax-number-of-another',
  'changed-id',
  'duplicate-agreed-id',
  'duplicate-user',
  'copy-of-row',
  'same-name',
  'address-removed',
  'username-taken',
  'no-free-username',
  'erased-user',
  'unknown-group',
  'possible-duplicate',
  'duplicate-email',
  'email-of-another',
  'several-matches',
  'tax-number-differs',
  'unknown-status',
  'incomplete',
  'match-changed',
] as const;

/** The rules of changes of users refuse the user. */
const refusalCodes = [
  'username-is-address',
  'username-is-former',
  'email-is-username',
  'tax-id-invalid',
  'tax-id-taken',
  'sponsor-is-guest',
  'sponsor-unknown',
  'sponsor-disabled',
  'end-not-after-begin',
  'end-missing',
] as const;

/**
 * Why a row is rejected or waits, or what it does. `same-name`: a new user has the full name of a known one. `address-removed`: a known
 * user loses the address.
 */
export const importCodes = [
  ...rowReasons,
  ...fieldReasons,
  ...personCodes,
  ...refusalCodes,
] as const;
export type ImportCode = (typeof importCodes)[number];

/** The file of a command, or the register, cannot be read. */
export const sourceFailures = [
  'missing-file',
  'unreadable-file',
  'register-unavailable',
  'register-credentials',
  'register-settings',
  'register-answer',
] as const;
export type SourceFailure = (typeof sourceFailures)[number];

/**
 * Why an import has failed. `interrupted`: its process ended. `conflict`: other writers changed its users in each try. `outdated`: the source was
 * changed. The others concern the file, the register or the mapping.
 */
export const importFailures = [
  ...fileReasons,
  ...sourceFailures,
  'no-mapping',
  'invalid-mapping',
  'missing-columns',
  'interrupted',
  'conflict',
  'outdated',
] as const;
export type ImportFailure = (typeof importFailures)[number];
