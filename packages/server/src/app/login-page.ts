// Connects the sign-in page with the application that the user signs in for, and with what the user lacks for its level.

import { parseAppId } from '@brama/contract/app-id';
import type { PageProps } from '@brama/contract/pages/page-props';
import { type Language, paths, secondFactorPath } from '@brama/contract/paths';
import { platesOf } from '@brama/contract/portal/plates';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyRequest } from 'fastify';
import { shownIconPath } from '../applications/icons/icon-path.ts';
import { createInteractionPages } from '../applications/interaction-pages.ts';
import {
  createFindRequirements,
  type FindRequirements,
  type FoundRequirements,
} from '../applications/levels/find-requirements.ts';
import { type Obstacle, stepUpFor, type UserFactors } from '../applications/levels/step-up.ts';
import type { Protocol } from '../applications/protocol.ts';
import { meetsRequirements } from '../applications/suspended-requests/suspended-request.ts';
import type { FindSignInOffer, FindSignInRequirements } from '../http/sign-in-requirements.ts';
import { pageAddress } from '../pages/address.ts';
import { createLoginPage } from '../pages/login-page.ts';
import type { SignedIn } from '../sessions/store.ts';
import { levelsOn, methodsOn } from '../sign-in/methods.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { createFindUserFactors, type FindUserFactors } from './user-factors.ts';

type Parts = {
  deps: ServerDeps;
  core: Core;
  /** Composed later: they render the sign-in page. */
  protocols(): ReadonlyMap<string, Protocol>;
  findRequirements: FindRequirements;
  findUserFactors: FindUserFactors;
};

async function applicationOf({ core }: Parts, id: string) {
  const appId = parseAppId(id);
  return appId && (await core.applications.byId(appId));
}

/** Returns what the sign-in page shows of an application. */
async function shownApplication(parts: Parts, id: string, language: Language) {
  const application = await applicationOf(parts, id);
  if (!application) return null;
  const { name, title } = application;
  const icon = shownIconPath(application);
  const [plate = null] = platesOf([{ id: application.id, name, icon }]);
  return { title: title[language], icon, plate };
}

type Reason = PageProps['level-needed']['reason'];

const contactsUniversity: readonly Reason[] = [
  'diia-not-linked',
  'factors-wait',
  'factors-wait-diia',
];

/** Returns what the user can do about an obstacle. */
function reasonOf(
  { deps }: Parts,
  { methods }: FoundRequirements['requirements'],
  obstacle: Obstacle,
  factors: UserFactors,
): Reason {
  const { diia, passkey } = deps.config.methods;
  if (obstacle === 'factors-wait') {
    const acceptsDiia = methods?.includes('diia') ?? true;
    const hasDiia = factors.identityMethods.includes('diia');
    return acceptsDiia && hasDiia ? 'factors-wait-diia' : 'factors-wait';
  }
  if (obstacle === 'no-identity-proof') return diia ? 'diia-not-linked' : 'diia-off';
  if (factors.maySetUpSecondFactor) return 'set-up';
  return passkey ? 'passkey' : 'factors-off';
}

/** Returns the target of the form that continues without a voluntary level; empty if the level is required. */
function waiverOf({ methodsWithoutLevel }: FoundRequirements['requirements'], carried: string) {
  return methodsWithoutLevel === undefined ? '' : `${paths.withoutLevel}${carried}`;
}

/** Renders the page that explains how to reach the level. */
function createLevelPage(parts: Parts) {
  const interactionPages = createInteractionPages(parts.deps.site);
  return async (
    request: FastifyRequest,
    language: Language,
    { requirements, applicationId, id }: FoundRequirements,
    { reason, countFrom }: { reason: Reason; countFrom: number | undefined },
  ): Promise<string> => {
    const { query, carried, path } = pageAddress(request);
    const application = await applicationOf(parts, applicationId);
    const protocol = application && parts.protocols().get(application.protocol.type);
    const props = {
      application: application?.title[language] ?? '',
      // only the university can change the record of a user
      contact: contactsUniversity.includes(reason) ? null : (application?.contact ?? null),
      reason,
      countFrom: countFrom === undefined ? null : new Date(countFrom).toISOString(),
      hasPasskeys: parts.deps.config.methods.passkey !== undefined,
      returnQuery: carried,
      continueHref: waiverOf(requirements, carried),
      cancelHref: id === undefined ? '' : (protocol?.cancelUrl?.(id) ?? ''),
    };
    return interactionPages(language, 'level-needed', props, { path, query });
  };
}

/** Returns what the session lacks for the request. */
function createFindSignInRequirements(parts: Parts): FindSignInRequirements {
  const { pairwiseSubject } = parts.core;
  const levelPage = createLevelPage(parts);
  return async (request) => {
    const found = await parts.findRequirements(request);
    if (!found) return undefined;
    const { requirements } = found;
    return {
      isMetBy: (session) => meetsRequirements(session, requirements, pairwiseSubject),
      async stepUp({ session, user }, language) {
        const factors = await parts.findUserFactors(user.id);
        const stepUp = stepUpFor(session, requirements, factors, pairwiseSubject);
        if (stepUp.kind === 'sign-in') return undefined;
        if (stepUp.kind === 'second-factor') {
          const query = returnQuery(pageAddress(request).query);
          return { location: `/${language}/${secondFactorPath}${query}` };
        }
        const reason = reasonOf(parts, requirements, stepUp.obstacle, factors);
        const countFrom = stepUp.obstacle === 'factors-wait' ? factors.factorsCountFrom : undefined;
        return { page: await levelPage(request, language, found, { reason, countFrom }) };
      },
    };
  };
}

/** Returns the methods that help the user of this session; those that the application accepts without a session. */
async function helpfulMethods(
  { core, findUserFactors }: Parts,
  { requirements }: FoundRequirements,
  signedIn: SignedIn | undefined,
) {
  const { pairwiseSubject } = core;
  if (!signedIn || meetsRequirements(signedIn.session, requirements, pairwiseSubject))
    return requirements.methods;
  const factors = await findUserFactors(signedIn.user.id);
  const stepUp = stepUpFor(signedIn.session, requirements, factors, pairwiseSubject);
  return stepUp.kind === 'sign-in' ? stepUp.methods : requirements.methods;
}

function createFindSignInOffer(parts: Parts): FindSignInOffer {
  return async (request) => {
    const found = await parts.findRequirements(request);
    if (!found) return undefined;
    const { requirements, loginHint } = found;
    const { levels, minimumLevel, methodsWithoutLevel } = requirements;
    const hasLevel = levels !== undefined || minimumLevel !== undefined;
    const signedIn = hasLevel ? await parts.core.sessionCookie.signedIn(request) : undefined;
    return {
      methods: await helpfulMethods(parts, found, signedIn),
      isVoluntary: methodsWithoutLevel !== undefined,
      loginHint,
    };
  };
}

export function composeLoginPage(deps: ServerDeps, core: Core, protocols: Parts['protocols']) {
  const { site, hasher, config } = deps;
  const { applications, findAuthorizationRequest } = core;
  const findRequirements = createFindRequirements({
    findAuthorizationRequest,
    applicationById: applications.byId,
    enabledMethods: methodsOn(config),
    methodLevels: levelsOn(config),
  });
  const parts = {
    deps,
    core,
    protocols,
    findRequirements,
    findUserFactors: createFindUserFactors(deps, core),
  };
  const renderLoginPage = createLoginPage({
    site,
    showApplication: (id, language) => shownApplication(parts, id, language),
    titlesByNames: async (names, language) => {
      const all = await applications.all();
      return all.flatMap(({ name, title }) => (names.includes(name) ? [title[language]] : []));
    },
    findSignInOffer: createFindSignInOffer(parts),
    sharedIdleSeconds: config.sessionSharedIdleSeconds,
  });
  const loginPage: typeof renderLoginPage = (...shown) => {
    hasher.prepare?.();
    return renderLoginPage(...shown);
  };
  return {
    findSignInRequirements: createFindSignInRequirements(parts),
    loginPage,
    /** Returns the target of the form that continues without the level of the request; empty if it is required. */
    async findWaiver(request: FastifyRequest): Promise<string> {
      const found = await findRequirements(request);
      return found ? waiverOf(found.requirements, pageAddress(request).carried) : '';
    },
  };
}

export type LoginPageParts = ReturnType<typeof composeLoginPage>;
