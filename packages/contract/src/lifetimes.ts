// Lifetimes that the server enforces. The manual states those of tickets, codes and tokens for applications.

/** In seconds. */
export const lifetimes = {
  /** A ticket, from its issue. `APPLICATION_TICKET_SECONDS` may set another number. */
  applicationTicket: 300,
  /** An authorization code of OpenID Connect, which works once. */
  code: 60,
  /** An access token for userinfo. */
  accessToken: 3600,
  /** Lifetime of an unused refresh token; each use starts it again. */
  refreshToken: 30 * 24 * 3600,
  /** After a refresh, the same refresh token is accepted again for this long, in case the response was lost. */
  repeatedRefresh: 10,
} as const;

/** An invitation is valid for so long. */
export const invitationHours = 72;
