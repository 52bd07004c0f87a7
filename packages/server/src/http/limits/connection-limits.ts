// Limits of connections, so that slow clients leave room for others (Slowloris).

export type ConnectionLimits = {
  /** Connections of one node. Further ones are closed at once. */
  maxConnections: number;
  /** Concurrent requests of one connection. Browsers and proxies wait for a response before they send the next request. */
  maxConcurrentRequests: number;
  /** The interval at which the times below are checked. */
  checkMs: number;
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte of a request to the last, including the body. */
  requestMs: number;
  /** Without a byte in either direction, also while the client does not read a response. Longer than keep-alive. */
  idleMs: number;
};

/** Even slow phones send 16 KiB of headers within ten seconds. */
export const connectionLimits: ConnectionLimits = {
  maxConnections: 20_000,
  maxConcurrentRequests: 16,
  checkMs: 5_000,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 90_000,
};
