// Names of one sign-in method that must not change. A method has a file beside this one, under its id.

export type PinnedMethod = {
  /** Error code → HTTP status. */
  errors: Record<string, number>;
  /** Key of the contract → path. */
  paths: Record<string, string>;
  /** In the order of the manual. */
  settings: string[];
  /** Notices of the sign-in page, in order. */
  notices: string[];
  /** Security event → its facts; `?` marks one that may be missing. */
  events: Record<string, string>;
  /** Error code → the security event that it is logged as. */
  eventsOfErrors: Record<string, string>;
};
