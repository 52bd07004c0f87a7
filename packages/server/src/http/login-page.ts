// The sign-in page for one request: the notice, the query, and the application the user is on the way to.

import type { LoginNotice } from '@brama/contract/login-page';
import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressFilling } from './address.ts';
import type { Site } from './site.ts';

/** Title of an application, if there is one with this id. */
export type ApplicationTitle = (id: string, language: Language) => Promise<string | undefined>;

export type LoginPage = (
  request: FastifyRequest,
  language: Language,
  notice: LoginNotice,
  username?: string,
) => Promise<string>;

/** The words needed here, of the namespace `login`. */
const loginWords = z.object({ description: z.string(), 'continue-to': z.string() });

export function createLoginPage(site: Site, applicationTitle: ApplicationTitle): LoginPage {
  return async (request, language, notice, username = '') => {
    const filling = addressFilling(request);
    const appId = new URLSearchParams(filling.carried).get('appId');
    // an ornament: without the database the page comes all the same
    const title = appId
      ? await applicationTitle(appId, language).catch(() => undefined)
      : undefined;
    const say = loginWords.parse(site.words(language, 'login'));
    const lead = title ? say['continue-to'].replace('{{app}}', () => title) : say.description;
    return site.loginPage(language, notice, { ...filling, username, lead });
  };
}
