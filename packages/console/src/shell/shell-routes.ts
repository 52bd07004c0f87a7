// Pages of the shell itself.
import { createRoute } from '@tanstack/react-router';
import { confirmedPath } from '../api/step-up.ts';
import { root } from '../root.ts';
import { ConfirmedPage } from './confirmed-page.tsx';

export const shellRoutes = [
  createRoute({ getParentRoute: () => root, path: confirmedPath, component: ConfirmedPage }),
] as const;
