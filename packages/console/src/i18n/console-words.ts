// The words of each area, by the name of its file. An unknown key is a compile error.
import type applications from '../../locales/uk/applications.json';
import type approvals from '../../locales/uk/approvals.json';
import type bulk from '../../locales/uk/bulk.json';
import type events from '../../locales/uk/events.json';
import type groups from '../../locales/uk/groups.json';
import type imports from '../../locales/uk/imports.json';
import type keys from '../../locales/uk/keys.json';
import type registrations from '../../locales/uk/registrations.json';
import type roles from '../../locales/uk/roles.json';
import type settings from '../../locales/uk/settings.json';
import type shell from '../../locales/uk/shell.json';
import type signInProblems from '../../locales/uk/sign-in-problems.json';
import type start from '../../locales/uk/start.json';
import type statistics from '../../locales/uk/statistics.json';
import type status from '../../locales/uk/status.json';
import type tokens from '../../locales/uk/tokens.json';
import type users from '../../locales/uk/users.json';

export type ConsoleWords = {
  applications: typeof applications;
  approvals: typeof approvals;
  bulk: typeof bulk;
  events: typeof events;
  groups: typeof groups;
  imports: typeof imports;
  keys: typeof keys;
  registrations: typeof registrations;
  roles: typeof roles;
  settings: typeof settings;
  shell: typeof shell;
  'sign-in-problems': typeof signInProblems;
  start: typeof start;
  statistics: typeof statistics;
  status: typeof status;
  tokens: typeof tokens;
  users: typeof users;
};
