// How long things last on the screen of Diia; all in milliseconds unless the name says otherwise.

/** A code is shown so long and then replaced. */
export const codeLifeMs = 120_000;
/** Where no new one is to be had it stays a little longer: Diia opens links for about three minutes. */
export const codeUseMs = 180_000;
/** How often it is asked whether somebody has confirmed. */
export const checkEveryMs = 3_000;
/** The codes before the last two are asked about in every so many rounds. */
export const olderEveryRounds = 4;
/** While checks fail they come less and less often. */
export const slowestCheckMs = 12_000;
/** After so many failures in a row it is said aloud; the lack of any code at the first. */
export const failuresToTell = 3;
/** A code that is still on its way after this is said to be late. */
export const lateLinkMs = 5_000;
/** After so many codes in a row that the server did not know again, its cookie does not come back. */
export const mostForgottenCodes = 2;
/** After so many codes that nobody cared for the screen rests… */
export const mostUnattendedCodes = 5;
/** …and after the page was out of sight for so long. */
export const longestHiddenMs = 600_000;
/** Without a single code it is given up after so many tries, about ten minutes. */
export const mostFailedLinks = 50;
/** The heart of the page beats so often… */
export const beatMs = 1_000;
/** …and when a beat comes so much too late, the computer was asleep. */
export const sleepMs = 5_000;
/** How long before its end the code is announced to end. */
export const announceLeftMs = 30_000;
/** One code fades into the next. */
export const fadeMs = 150;
/** No call waits longer. */
export const patienceMs = 15_000;

/** Edge of the code, its white room included; in CSS pixels. */
export const codeSizePx = 364;
/** The telephone's way below this width. */
export const phoneBelowPx = 768;
