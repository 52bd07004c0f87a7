// The one list of screens of the full application. A screen added here gets its address, frame, title,
// words, loading and error page by itself, and the server learns about it from the build.
import type { Site } from '@brama/contract/site';
import type { ComponentType } from 'react';
import type { Namespace } from './words/namespaces.ts';

/** What the file of a screen exports. */
export type ScreenModule = {
  Screen: ComponentType;
  /** Stands in its place, in the same size, while the user is being loaded. */
  Skeleton?: ComponentType;
};

export type Screen = Site['screens'][number] & {
  /** Key of the page's title. */
  title: 'apps:page-title';
  namespaces: readonly Namespace[];
  load: () => Promise<ScreenModule>;
};

export const screens: readonly Screen[] = [
  {
    path: 'apps',
    access: 'signed-in',
    title: 'apps:page-title',
    namespaces: ['apps', 'profile'],
    load: () => import('./portal/apps-screen.tsx'),
  },
];
