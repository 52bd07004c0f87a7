// The route table: each area in one line. The order is that of the navigation.
import { applicationsArea, applicationsRoutes } from './applications/area.ts';
import { approvalsArea, approvalsRoutes } from './approvals/area.ts';
import type { Area } from './area.ts';
import { bulkArea, bulkRoutes } from './bulk/area.ts';
import { eventsArea, eventsRoutes } from './events/area.ts';
import { groupsArea, groupsRoutes } from './groups/area.ts';
import { importsArea, importsRoutes } from './imports/area.ts';
import { keysArea, keysRoutes } from './keys/area.ts';
import { registrationsArea, registrationsRoutes } from './registrations/area.ts';
import { rolesArea, rolesRoutes } from './roles/area.ts';
import { root } from './root.ts';
import { settingsArea, settingsRoutes } from './settings/area.ts';
import { shellRoutes } from './shell/shell-routes.ts';
import { signInProblemsRoutes } from './sign-in-problems/area.ts';
import { startRoutes } from './start/area.ts';
import { statisticsArea, statisticsRoutes } from './statistics/area.ts';
import { statusArea, statusRoutes } from './status/area.ts';
import { tokensArea, tokensRoutes } from './tokens/area.ts';
import { usersArea, usersRoutes } from './users/area.ts';

export const areas: readonly Area[] = [
  usersArea,
  bulkArea,
  importsArea,
  groupsArea,
  applicationsArea,
  registrationsArea,
  eventsArea,
  statisticsArea,
  approvalsArea,
  rolesArea,
  tokensArea,
  keysArea,
  statusArea,
  settingsArea,
];

export const routeTree = root.addChildren([
  ...shellRoutes,
  ...startRoutes,
  ...signInProblemsRoutes,
  ...usersRoutes,
  ...bulkRoutes,
  ...importsRoutes,
  ...groupsRoutes,
  ...applicationsRoutes,
  ...registrationsRoutes,
  ...eventsRoutes,
  ...statisticsRoutes,
  ...approvalsRoutes,
  ...rolesRoutes,
  ...tokensRoutes,
  ...keysRoutes,
  ...statusRoutes,
  ...settingsRoutes,
]);
