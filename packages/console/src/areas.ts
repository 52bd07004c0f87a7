// The route table: each area in one line. The order is that of the navigation.
import type { Area } from './area.ts';
import { root } from './root.ts';
import { shellRoutes } from './shell/shell-routes.ts';
import { startRoutes } from './start/area.ts';
import { usersArea, usersRoutes } from './users/area.ts';

export const areas: readonly Area[] = [usersArea];

export const routeTree = root.addChildren([...shellRoutes, ...startRoutes, ...usersRoutes]);
