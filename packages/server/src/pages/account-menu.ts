// Adds the account menu to the pages of a signed-in user when they are sent. Reads the session only if the request has
// its cookie.

import { fullNameIn } from '@brama/contract/api/full-name';
import { emptyAccountData, emptyAccountMenu } from '@brama/contract/pages/account/menu';
import type { PagePart, PageRenderer } from '@brama/contract/pages/renderer';
import { defaultLanguage, type Language, languages } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable } from '../database/errors.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { SignedIn } from '../sessions/store.ts';
import type { User } from '../users/user.ts';

/** Returns the parts of the page with the menu, or undefined for a page that has no place for it. */
type AddAccountMenu = (parts: readonly PagePart[]) => readonly PagePart[] | undefined;

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns undefined if the request has no session. `signedIn`: the session if the caller has read it. */
    findAccountMenu?(
      request: FastifyRequest,
      signedIn?: SignedIn,
    ): Promise<AddAccountMenu | undefined>;
  }
}

/**
 * The name is never derived from the full name, because the order of its parts differs between languages. The given name has
 * no Latin spelling.
 */
function nameOf(user: User, language: Language): string {
  const fullName = fullNameIn(language, user);
  return fullName === user.fullNameEn ? fullName : (user.givenName ?? fullName);
}

const shared = (html: string): PagePart => ({ html, isShared: true });
const own = (html: string): PagePart => ({ html, isShared: false });

/**
 * Returns the page in parts around both places of the menu. The parts of a page that is the same for every user stay
 * shared, so that they can be compressed. Returns undefined for a page without these places.
 */
export function splitAtMenu(html: string, isShared: boolean): readonly PagePart[] | undefined {
  const [before, rest] = html.split(emptyAccountMenu, 2);
  const [middle, end] = rest?.split(emptyAccountData, 2) ?? [];
  if (before === undefined || middle === undefined || end === undefined) return undefined;
  const part = isShared ? shared : own;
  return [part(before), own(emptyAccountMenu), part(middle), own(emptyAccountData), part(end)];
}

type MenuRenderer = Pick<PageRenderer, 'renderAccountMenu'>;
type Shown = {
  user: User;
  userHash: string;
  idleSeconds: number | undefined;
  hasRole: boolean;
};

function addMenu(
  parts: readonly PagePart[],
  { user, userHash, idleSeconds, hasRole }: Shown,
  site: MenuRenderer,
) {
  const split = parts.flatMap((part) =>
    part.isShared ? [part] : (splitAtMenu(part.html, false) ?? [part]),
  );
  if (!split.some(({ html }) => html === emptyAccountMenu)) return undefined;
  const isIn = (one: Language) => parts[0]?.html.includes(`<html lang="${one}"`);
  const language = languages.find(isIn) ?? defaultLanguage;
  const account = {
    userHash,
    name: nameOf(user, language),
    fullName: fullNameIn(language, user),
    ...(idleSeconds !== undefined && { idleSeconds }),
    ...(hasRole && { hasRole }),
  };
  const { menu, data } = site.renderAccountMenu(language, account);
  const filled = new Map([
    [emptyAccountMenu, menu],
    [emptyAccountData, data],
  ]);
  return split.map((part) => (part.isShared ? part : own(filled.get(part.html) ?? part.html)));
}

type Deps = {
  site: MenuRenderer;
  sessionCookie: SessionCookie;
  /** The idle lifetime of sessions on shared computers. */
  sharedIdleSeconds: number;
};

/** Without the database the page is sent without the menu. @throws any other error */
function withoutDatabase(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error;
}

export function registerAccountMenu(server: FastifyInstance, deps: Deps) {
  const { site, sessionCookie, sharedIdleSeconds } = deps;
  server.decorate('findAccountMenu', async (request, known) => {
    const signedIn = known ?? (await sessionCookie.signedIn(request).catch(withoutDatabase));
    if (!signedIn) return undefined;
    const { user, session, hasRole } = signedIn;
    const userHash = sessionCookie.userHashOf(user.id);
    const idleSeconds = session.isSharedComputer ? sharedIdleSeconds : undefined;
    return (parts) => addMenu(parts, { user, userHash, idleSeconds, hasRole }, site);
  });
}
