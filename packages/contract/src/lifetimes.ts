// How long what applications are given lives, in seconds: said to them, and kept by the server.

export const lifetimes = {
  /** A ticket, from the moment the browser leaves us; an operator may choose another number. */
  applicationTicket: 300,
  /** A code of OpenID Connect, good once. */
  code: 60,
  /** An access token for userinfo. */
  accessToken: 3600,
  /** Lifetime of an unused refresh token; each use starts it again. */
  refreshToken: 30 * 24 * 3600,
  /** In which a lost answer to a refresh may be asked for again with the same token. */
  repeatedRefresh: 10,
} as const;
