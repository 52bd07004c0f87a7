// How long a connection may be held, and how many there may be, so that slow ones leave room for the others (slow-loris).

export type ConnectionLimits = {
  /** At one moment, of one node; further ones are closed at once. */
  most: number;
  /** Under way on one connection. No browser and no proxy sends the next before the first is answered. */
  requestsAtOnce: number;
  /** How often the times below are looked at. */
  checkMs: number;
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte to the last, body included. */
  requestMs: number;
  /** Without a byte either way, also while an answer waits to be read. Longer than connections are kept open. */
  silentMs: number;
};

/** 16 KiB of headers in ten seconds is slower than any telephone. */
export const connectionLimits: ConnectionLimits = {
  most: 20_000,
  requestsAtOnce: 16,
  checkMs: 5_000,
  headersMs: 10_000,
  requestMs: 30_000,
  silentMs: 90_000,
};
