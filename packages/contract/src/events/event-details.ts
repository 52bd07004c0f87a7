// The details of stored events, beside the columns that all events have. The server writes them, and the console says them in words.

import type { Role } from '../admin/roles.ts';
import type { ApprovalAction } from '../admin/user-access/approval-actions.ts';
import type { Language } from '../paths.ts';

export type EventDetails = {
  /**
   * Such as `reset`: the word of the security event, or the setting of a replaced key. `replaced`: a new authenticator app took the
   * place of another.
   */
  how?: string;
  reason?: string;
  /** The language of the pages that the user saw. */
  language?: Language;
  /** The user had not signed in from this browser before. */
  newBrowser?: boolean;
  /** How many sessions ended. */
  sessions?: number;
  /** Who has acted for the administration, as that person wrote it, with the `reason` in the same words. */
  issuedBy?: string;
  role?: Role;
  /** Name of a group. */
  group?: string;
  /** Id of a client secret. */
  secret?: string;
  /** Names or paths of given and changed fields. */
  fields?: readonly string[];
  /** Name of an application or a client secret. */
  name?: string;
  /** Names of groups. */
  groups?: readonly string[];
  /** Permissions of an API token. */
  scopes?: readonly string[];
  /** First and last moment of what was given, in ISO 8601. */
  from?: string;
  until?: string;
  /** Id of the approval of a second administrator, and of what. */
  approval?: string;
  action?: ApprovalAction;
  /** Id of an API token. */
  token?: string;
  /** Id of the API token that an administrator used. */
  byToken?: string;
  /** Name of the user of the operating system who ran a command of the server. */
  systemUser?: string;
  /** Id of the bulk change to which it belongs. */
  bulk?: string;
  /** Name of a source of users. */
  source?: string;
  /** Id of the import of a source. */
  import?: string;
  /** How many users a search has shown, an export has, a bulk change concerns, or an import has changed. */
  results?: number;
  /** The filters of an export, without what was typed. */
  filters?: readonly string[];
};
