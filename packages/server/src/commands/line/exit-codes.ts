// The exit codes of all commands. Scripts depend on them.

export const exitCodes = {
  done: 0,
  /** Refused, not found, or failed. */
  refused: 1,
  wrongLine: 2,
  /** The server that --server names does not answer as a server of Brama. */
  noAnswer: 3,
  /** API tokens may not do it: a person does it in the console, or on a machine of the server. */
  onlyInConsole: 4,
  /** `diff`: the server differs from the manifest. */
  differs: 5,
  /** `import users`: nothing has changed yet; another administrator must approve it. */
  waits: 6,
} as const;
