// What the document of the console contains about its user. All other data comes from the administration API.

import type { Permission } from '../admin/permissions.ts';

export type ConsoleProps = {
  /** Identifies the user in requests of the page. */
  userHash: string;
  fullName: string;
  /** By which the page asks for its data before it knows more of the caller. */
  permissions: readonly Permission[];
  /** Only on a shared computer: the page leaves when the session has not been used for this time. */
  idleSeconds?: number;
};
