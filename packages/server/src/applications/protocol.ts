// The interface of an application protocol: how to parse its settings, and how to launch an application for a signed-in
// user. A protocol receives the id of the sign-in method and nothing else about it.

import type { ReleasableAttribute } from '@brama/contract/applications/fields';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Encryption } from '../crypto/encryption.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import type { Statement } from '../database/direct.ts';
import type { EventCounter } from '../events/counter.ts';
import type { EventStore } from '../events/store.ts';
import type { RequestLimits } from '../http/limits/request-limits.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { Translate } from '../pages/translate.ts';
import type { NetworkLimits } from '../rate-limits/network-limits.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionStore } from '../sessions/store.ts';
import type { UserStore } from '../users/store.ts';
import type { User } from '../users/user.ts';
import type { Application } from './application.ts';
import type { ApplicationActivity } from './diagnostics/activity.ts';
import type { InteractionPages, PageNotices } from './interaction-pages.ts';
import type { MethodLevels } from './levels/method-levels.ts';
import type { PairwiseSubject } from './pairwise-subjects.ts';
import type { ApplicationStore } from './store.ts';
import type { BrowserCookie } from './suspended-requests/browser-cookie.ts';
import type { AuthorizationRequestStore } from './suspended-requests/store.ts';
import type { AuthorizationRequest } from './suspended-requests/suspended-request.ts';

/** One launch of one application by a signed-in user; access was checked. */
export type Launch = {
  application: Application;
  session: Session;
  /** Language of our pages during the launch. */
  language: Language;
  /** Returned to the application, if the protocol supports it. */
  state: string | undefined;
  /** The suspended request of this application; undefined if the user starts at the portal. */
  authorizationRequest?: AuthorizationRequest | undefined;
  /** Connects the log of the application to ours. */
  traceId: string;
  /** Stores for the portal that the user has launched the application. */
  launched: Statement;
};

export type ManifestIssue = { path: readonly (string | number)[]; reason: string };

/**
 * Parses `protocol: { type, … }` of a manifest to the stored settings, with hashes for secrets. `stored` are the
 * present settings, which keep an omitted secret. `key` is the unique name by which the protocol finds the application,
 * if it is not the id. `warnings` name stored settings that are invalid for a new application. Needs no running server.
 */
export type SettingsParser = (
  manifest: Record<string, unknown>,
  stored: unknown,
  options?: {
    /** The application can get secrets of its own, see `Application.secrets`. */
    mayLackSecret?: boolean;
    /** The sensitive attributes that it may receive. */
    releases?: readonly ReleasableAttribute[];
  },
) => { settings: unknown; key?: string; warnings?: ManifestIssue[] } | { issues: ManifestIssue[] };

/** Settings of the instance that the parsers depend on. */
export type InstanceInfo = {
  /** The enabled sign-in methods. */
  methodsOn: readonly MethodId[];
  isProduction: boolean;
};

/** An application with access to data of a user. */
export type ConnectedApp = {
  application: Application;
  /** Epoch milliseconds. */
  since: number;
  /** Belongs to the university; for other applications the user gave consent. */
  firstParty: boolean;
  /** Scopes of OpenID Connect. */
  scopes: readonly string[];
  /** Services that it may call on behalf of the user. */
  services: readonly {
    title: Application['title'] | undefined;
    indicator: string;
    scopes: readonly string[];
  }[];
};

/** What the composition root provides to every protocol. */
export type ProtocolContext = {
  config: Config;
  enabledMethods: readonly MethodId[];
  /** The levels that a sign-in by each method can reach. */
  methodLevels: MethodLevels;
  db: Database;
  keys: Keys;
  encryption: Encryption;
  pairwiseSubject: PairwiseSubject;
  http: {
    sessionCookie: SessionCookie;
    browserCookie: BrowserCookie;
    /** Ends the session of this browser. Returns the applications that were not notified in time. */
    signOut(request: FastifyRequest, reply: FastifyReply): Promise<Application[]>;
  };
  limits: { rates: RateLimits; networks: NetworkLimits; requests: RequestLimits };
  /** Renders pages between an application and a user. */
  pages: { interactionPages: InteractionPages; pageNotices: PageNotices; translate: Translate };
  stores: {
    users: UserStore;
    sessions: SessionStore;
    applications: ApplicationStore;
    authorizationRequests: AuthorizationRequestStore;
  };
  events: { store: EventStore; counter: EventCounter };
  /** What the owners of an application see of its operation. */
  activity: ApplicationActivity;
  log: Pick<FastifyBaseLogger, 'child' | 'info' | 'warn' | 'error'>;
  now: () => number;
};

/** What an application learns about a user, without what depends on the sign-in. */
export type ClaimsPreview = {
  claims: Record<string, unknown>;
  /** The user must agree first. */
  needsConsent: boolean;
  /** Also the tax number, if the sign-in proves it. */
  receivesTaxId: boolean;
};

export type Protocol = {
  type: string;
  /** Lists the applications with access to data of a user, and ends that access. */
  connectedApps?: {
    list(userId: string): Promise<ConnectedApp[]>;
    disconnect(userId: string, applicationId: string): Promise<void>;
  };
  /** For a suspended request the protocol checks access itself and returns the error to the application. */
  checksAccess?: boolean;
  /** Returns whether users can launch it from the portal. Default: true. */
  isLaunchable?(application: Application): boolean;
  /** `launch` stores `launched` in the transaction of its own write. Otherwise it is stored after `launch`. */
  storesLaunched?: boolean;
  /** Returns the URL for the browser; undefined if the suspended request is over. */
  launch(launch: Launch): Promise<string | undefined>;
  /** Returns the URL that reports a user without access; undefined if the application does not ask for it. */
  accessDeniedUrl?(application: Application, state: string | undefined): string | undefined;
  /** Returns where a user gives up a suspended request; absent: no page offers it. */
  cancelUrl?(requestId: string): string;
  /** Absent: the application learns nothing. */
  previewClaims?(application: Application, user: User): ClaimsPreview | Promise<ClaimsPreview>;
  /** Returns whether the application is notified of the end of a session. Default: false. */
  receivesLogouts?(application: Application): boolean;
  /** The methods that the application accepts; null or absent: all. */
  signInMethodsOf?(application: Application): readonly MethodId[] | null;
  /**
   * Called before a session ends. The returned function is called after the end; it returns the ids of the
   * applications that could not be notified in time.
   */
  beforeSessionEnd?(session: Session): Promise<() => Promise<string[]>>;
  /** Loads what the first requests need, after the server listens. */
  warmUp?(): Promise<void>;
  /** Starts background work; `stop` ends it. */
  start?(): void;
  stop?(): Promise<void>;
  /** Registers the routes of the protocol. */
  register?(server: FastifyInstance): void | Promise<void>;
  /** Deletes up to `most` expired rows; returns how many. */
  deleteExpired?(most: number): Promise<number>;
};
