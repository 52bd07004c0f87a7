// The user of the operating system who runs a command. Stands in the events of the command.

import { userInfo } from 'node:os';

/** Returns the name, or the number of a user who has none, as in a container. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `${process.getuid?.() ?? 'unknown'}`;
  }
}
