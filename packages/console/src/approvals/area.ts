// Actions on administrators that wait for a second one.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../area.ts';
import { loadWords } from '../i18n/words.ts';
import { root } from '../root.ts';

export const approvalsArea: Area = {
  id: 'approvals',
  to: '/approvals',
  group: 'oversight',
  permission: 'approvals.read',
  label: { uk: 'Запити на схвалення', en: 'Approvals' },
};

export const approvalsRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/approvals',
    loader: () => loadWords('approvals'),
    component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
  }),
] as const;
