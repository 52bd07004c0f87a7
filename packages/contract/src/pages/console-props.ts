// What the document of the console contains about its user. All other data comes from the administration API.

export type ConsoleProps = {
  /** Identifies the user in requests of the page. */
  userHash: string;
  fullName: string;
  /** Only on a shared computer: the page leaves when the session has not been used for this time. */
  idleSeconds?: number;
};
