// All routes of the administration API. Each area has a file of its own.

import { applicationRoutes } from './applications.ts';
import { bulkRoutes } from './bulk/bulk-changes.ts';
import { groupRoutes } from './groups.ts';
import { importRoutes } from './imports/imports.ts';
import { newUserRoutes } from './imports/new-users.ts';
import type { AdminRoute } from './route.ts';
import { selfRoutes } from './self.ts';
import { signInCheckRoutes } from './sign-in-check.ts';
import { attentionRoutes } from './system/attention.ts';
import { doctorRoutes } from './system/doctor.ts';
import { eventRoutes } from './system/events.ts';
import { keyRoutes } from './system/keys.ts';
import { registrationRoutes } from './system/registrations.ts';
import { settingRoutes } from './system/settings.ts';
import { statisticsRoutes } from './system/statistics.ts';
import { statusRoutes } from './system/status.ts';
import { tokenRoutes } from './tokens.ts';
import { approvalRoutes } from './user-access/approvals.ts';
import { factorRoutes } from './user-access/factors.ts';
import { roleRoutes } from './user-access/roles.ts';
import { sessionRoutes } from './user-access/sessions.ts';
import { userAccountRoutes } from './user-account.ts';
import { userChangeRoutes } from './user-changes.ts';
import { userViewRoutes } from './user-view.ts';
import { userRoutes } from './users.ts';

export const adminRoutes = {
  ...selfRoutes,
  ...userRoutes,
  ...userChangeRoutes,
  ...signInCheckRoutes,
  ...bulkRoutes,
  ...importRoutes,
  ...newUserRoutes,
  ...userAccountRoutes,
  ...userViewRoutes,
  ...groupRoutes,
  ...tokenRoutes,
  ...roleRoutes,
  ...sessionRoutes,
  ...applicationRoutes,
  ...factorRoutes,
  ...approvalRoutes,
  ...keyRoutes,
  ...registrationRoutes,
  ...eventRoutes,
  ...attentionRoutes,
  ...settingRoutes,
  ...statusRoutes,
  ...doctorRoutes,
  ...statisticsRoutes,
} as const satisfies Record<string, AdminRoute>;

export type AdminRouteId = keyof typeof adminRoutes;
