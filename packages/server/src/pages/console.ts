// Serves the document of the administration console, to users with a role. All others get the not-found page.

import { consolePath } from '@brama/contract/admin/paths';
import { permissionsOf } from '@brama/contract/admin/permissions';
import { fullNameIn } from '@brama/contract/api/full-name';
import { notFoundPage } from '@brama/contract/pages/page-ids';
import { type Language, languages, secondFactorPath } from '@brama/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { ReturnToCookie } from '../http/return-to-cookie.ts';
import type { PendingCookie } from '../http/second-factor-cookies.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { rolesInForce } from '../users/roles/suspension.ts';
import { pageAddress, pathAndQuery, rawPathBelowLanguage, rawQuery } from './address.ts';
import { chooseLanguage } from './language/choose-language.ts';
import { rememberLanguage } from './language/language.ts';
import { sendPage } from './send-page.ts';
import type { Site } from './web-build.ts';

type ConsoleDeps = {
  db: Database;
  site: Site;
  sessionCookie: SessionCookie;
  returnToCookie: ReturnToCookie;
  pendingCookie: PendingCookie;
  /** The idle lifetime of sessions on shared computers. */
  sharedIdleSeconds: number;
  now: () => number;
};

export function registerConsole(server: FastifyInstance, deps: ConsoleDeps): void {
  const { db, site, sessionCookie, returnToCookie, pendingCookie, sharedIdleSeconds, now } = deps;

  /** Leads an anonymous user to the sign-in, and back to this address. */
  async function askToSignIn(request: FastifyRequest, reply: FastifyReply, language: Language) {
    returnToCookie.rememberPage(reply, rawPathBelowLanguage(request) + rawQuery(request));
    const isPending = (await pendingCookie.find(request)) !== undefined;
    const location = isPending
      ? `/${language}/${secondFactorPath}`
      : sessionCookie.signInAddress(request, language, '');
    return reply.header('cache-control', 'no-store').redirect(location, 302);
  }

  async function send(request: FastifyRequest, reply: FastifyReply, language: Language) {
    const signedIn = await sessionCookie.signedIn(request);
    if (!signedIn) return askToSignIn(request, reply, language);
    rememberLanguage(request, reply, language);
    const { user, session } = signedIn;
    const { roles, suspendedUntil } = await rolesInForce(db, user.id, now());
    if (roles.length === 0 && suspendedUntil === undefined) {
      const page = site.renderPage(notFoundPage, language, {}, pageAddress(request));
      return sendPage(request, reply, page, { status: 404, signedIn });
    }
    const props = {
      userHash: sessionCookie.userHashOf(user.id),
      fullName: fullNameIn(language, user),
      permissions: permissionsOf(roles),
      ...(session.isSharedComputer && { idleSeconds: sharedIdleSeconds }),
    };
    const path = rawPathBelowLanguage(request).slice(consolePath.length);
    const parts = site.renderConsole(language, props, path);
    return sendPage(request, reply, parts, { signedIn });
  }

  for (const language of languages)
    for (const path of [consolePath, `${consolePath}/*`])
      server.get(`/${language}/${path}`, (request, reply) => send(request, reply, language));
  for (const path of [consolePath, `${consolePath}/*`])
    server.get(`/${path}`, (request, reply) =>
      chooseLanguage(request, reply, pathAndQuery(request.url).path),
    );
}
