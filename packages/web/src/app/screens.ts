// The list of all screens except the sign-in page. From an entry here, the application derives the address, frame,
// title and texts. The build passes the list to the server.
import { accountPath } from '@brama/contract/pages/account/sections';
import {
  type InstallationPage,
  type InteractionPage,
  type PasswordPage,
  type RecoveryPage,
  sandboxPage,
  type VerifyPage,
} from '@brama/contract/pages/page-ids';
import type { WebBuild } from '@brama/contract/pages/web-build';
import type { TypeOptions } from 'i18next';
import type { ComponentType } from 'react';

/** The exports of a screen's module. */
export type ScreenModule = { Screen: ComponentType };

/** The keys of page titles. */
export type TitleKey =
  | 'diia:title'
  | `${'account' | 'apps' | 'button-wizard' | 'faq' | 'privacy-policy' | 'terms-of-use' | 'auth-success' | 'google-auth' | 'received'}:page-title`
  | 'google-auth:to-google.title'
  | 'errors:not-found.title'
  | `interaction:${InteractionPage}.title`
  | `password:${PasswordPage}.title`
  | `second-factor:${VerifyPage}.title`
  | `recovery:${RecoveryPage}.title`
  | `second-factor-set-up:${'set-up' | 'codes'}.title`
  | `setup:${InstallationPage}.title`
  | `errors:${'trouble' | 'user-changed'}.title`;

export type PageDescription = {
  path: string;
  title: TitleKey;
  namespaces: readonly (keyof TypeOptions['resources'])[];
  /** The source file for the build, the same that `load` imports. */
  file: string;
  load: () => Promise<ScreenModule>;
  /** Which users may see the page, if the address decides it. */
  access?: WebBuild['screens'][number]['access'];
  /** The page explains why an action failed. Its title begins with “Error:”. */
  failed?: true;
  /**
   * The address in the browser has no language or cannot be opened again, so the server provides the addresses of
   * links.
   */
  hasOwnAddress?: false;
};

export type Screen = PageDescription & Required<Pick<PageDescription, 'access'>>;

export const screens: readonly Screen[] = [
  {
    path: 'apps',
    access: 'signed-in',
    title: 'apps:page-title',
    namespaces: ['apps', 'profile', 'errors'],
    file: 'src/portal/apps-screen.tsx',
    load: () => import('../portal/apps-screen.tsx'),
  },
  {
    path: accountPath,
    access: 'signed-in',
    title: 'account:page-title',
    namespaces: ['account', 'profile', 'apps', 'errors'],
    file: 'src/portal/account/account-screen.tsx',
    load: () => import('../portal/account/account-screen.tsx'),
  },
  {
    path: 'diia',
    access: 'anonymous',
    title: 'diia:title',
    namespaces: ['diia'],
    file: 'src/sign-in/diia/diia-screen.tsx',
    load: () => import('../sign-in/diia/diia-screen.tsx'),
  },
  {
    path: 'button-wizard',
    access: 'public',
    title: 'button-wizard:page-title',
    namespaces: ['button-wizard', 'hand-in'],
    file: 'src/wizard/button-wizard.tsx',
    load: () => import('../wizard/button-wizard.tsx'),
  },
  {
    path: sandboxPage,
    access: 'public',
    title: 'received:page-title',
    // the page shows code with the texts of the button wizard
    namespaces: ['received', 'button-wizard', 'hand-in', 'errors'],
    file: 'src/wizard/received/received.tsx',
    load: () => import('../wizard/received/received.tsx'),
  },
  {
    path: 'faq',
    access: 'public',
    title: 'faq:page-title',
    namespaces: ['faq'],
    file: 'src/help/faq.tsx',
    load: () => import('../help/faq.tsx'),
  },
  {
    path: 'privacy-policy',
    access: 'public',
    title: 'privacy-policy:page-title',
    namespaces: ['privacy-policy', 'legal'],
    file: 'src/legal/privacy-policy.tsx',
    load: () => import('../legal/privacy-policy.tsx'),
  },
  {
    path: 'terms-of-use',
    access: 'public',
    title: 'terms-of-use:page-title',
    namespaces: ['terms-of-use', 'legal'],
    file: 'src/legal/terms-of-use.tsx',
    load: () => import('../legal/terms-of-use.tsx'),
  },
  {
    path: 'auth-success',
    access: 'public',
    title: 'auth-success:page-title',
    namespaces: ['auth-success', 'errors'],
    file: 'src/sign-in/google/auth-success.tsx',
    load: () => import('../sign-in/google/auth-success.tsx'),
  },
];
