// The durations of the Diia screen, in milliseconds unless the name says otherwise.

/** A code is replaced after this time. */
export const codeLifeMs = 120_000;
/** A code is shown up to this long if no new one arrives; Diia opens links for about three minutes. */
export const codeUseMs = 180_000;
/** Interval of the checks for a confirmation. */
export const checkEveryMs = 3_000;
/** Codes before the newest two are checked in every n-th round. */
export const olderEveryRounds = 4;
/** The longest interval between checks while they fail. */
export const slowestCheckMs = 12_000;
/** Consecutive failures until one is announced. The lack of any code is announced at once. */
export const failuresToTell = 3;
/** A code that takes longer is announced as late. */
export const lateLinkMs = 5_000;
/** After this many unrecognised codes in a row the browser evidently returns no cookies. */
export const mostForgottenCodes = 2;
/** The screen pauses after this many codes without user interaction. */
export const mostUnattendedCodes = 5;
/** The screen pauses after the page was hidden this long. */
export const longestHiddenMs = 600_000;
/** Attempts for a first code before giving up, about ten minutes. */
export const mostFailedLinks = 50;
/** Interval of the timer of the page. */
export const beatMs = 1_000;
/** A timer event that is this late means that the computer was asleep. */
export const sleepMs = 5_000;
/** The expiry of a code is announced this long before it. */
export const announceLeftMs = 30_000;
/** Duration of the cross-fade between codes. */
export const fadeMs = 150;
/** Time limit of every call. */
export const timeoutMs = 15_000;

/** Edge length of the code with its quiet zone, in CSS pixels. */
export const codeSizePx = 364;
/** Below this width the phone layout is used. */
export const phoneBelowPx = 768;
