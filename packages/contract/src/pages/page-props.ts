// Maps each page that has values of its own to the schema of its props. Browser code imports only the types.

import { z } from 'zod';
import { recoveryProps } from '../recovery/pages.ts';
import { secondFactorProps } from '../second-factor/pages.ts';
import { setupProps } from '../setup/pages.ts';
import { googleProps } from '../sign-in/google/schemas.ts';
import { accountProps } from './account/page.ts';
import { appsProps } from './apps-page.ts';
import { interactionProps } from './interaction-pages.ts';
import { passwordProps } from './password-pages.ts';
import { signInProps } from './sign-in-page.ts';

export const pageProps = {
  ...interactionProps,
  ...passwordProps,
  ...secondFactorProps,
  ...recoveryProps,
  ...setupProps,
  'sign-in': signInProps,
  apps: appsProps,
  account: accountProps,
  ...googleProps,
  /** `href` leads to the same request again. */
  trouble: z.object({ message: z.string(), reference: z.string(), href: z.string() }),
  'user-changed': z.object({}),
  'not-found': z.object({}),
};

export type PageId = keyof typeof pageProps;
export type PageProps = { [Page in PageId]: z.infer<(typeof pageProps)[Page]> };
