// What an application protocol is to the server: how it is set up, and how a signed-in user is handed
// over. A protocol knows nothing of how the user signed in beyond the method's name.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import type { Session } from '../sessions/session.ts';
import type { Application } from './application.ts';
import type { AuthorizationRequest } from './authorization-requests/authorization-request.ts';

/** One signed-in user on the way to one application; access has been granted. */
export type Launch = {
  application: Application;
  session: Session;
  /** In which a page of ours is shown on the way. */
  language: Language;
  /** Given back to the application where the protocol can carry it. */
  state: string | undefined;
  /** The request of this application that waited for this very sign-in; none for a fresh start. */
  pending?: AuthorizationRequest | undefined;
  /** Ties the application's log to ours. */
  traceId: string;
};

export type ManifestIssue = { path: readonly (string | number)[]; reason: string };

/**
 * Turns `protocol: { type, … }` of a manifest into what is stored, secrets as hashes. `stored` is what this
 * application has now, so that an omitted secret stays. `key` is the name the protocol looks it up by, where
 * that is not its id; no two applications have the same. `warnings` name what is kept although it would be refused
 * today. Needs nothing of a running server.
 */
export type SettingsParser = (
  manifest: Record<string, unknown>,
  stored: unknown,
) => { settings: unknown; key?: string; warnings?: ManifestIssue[] } | { issues: ManifestIssue[] };

/** What the settings of an application depend on, beside the manifest. */
export type InstanceInfo = {
  /** The sign-in methods of the instance. */
  methodsOn: readonly MethodId[];
  isProduction: boolean;
};

/** What an application may learn of a user, now or again at the next sign-in there. */
export type ConnectedApp = {
  application: Application;
  /** Epoch milliseconds. */
  since: number;
  /** Of the university itself; the others were agreed to. */
  firstParty: boolean;
  /** In the words of OpenID Connect. */
  scopes: readonly string[];
  /** Services it may use in the name of the user. */
  services: readonly {
    title: Application['title'] | undefined;
    indicator: string;
    scopes: readonly string[];
  }[];
};

export type Protocol = {
  type: string;
  /** Which applications have access to what is known of a user, and how it ends. */
  connectedApps?: {
    of(userId: string): Promise<ConnectedApp[]>;
    end(userId: string, applicationId: string): Promise<void>;
  };
  /** For a request that waits it judges itself who may open the application, and tells the application. */
  checksAccess?: boolean;
  /** Whether a person can begin at it; otherwise it stands on no page of applications. Every one unless given. */
  isLaunchable?(application: Application): boolean;
  /** The address the browser goes to; nothing when the request it came back for is over. */
  launch(opening: Launch): Promise<string | undefined>;
  /** Returns the address that tells the application of a refused user; nothing where its record does not ask for it. */
  accessDeniedUrl?(application: Application, state: string | undefined): string | undefined;
  /**
   * Called before a session ends: what it answers with is called after, and names the ids of applications
   * that could not be told in time, or at all.
   */
  beforeSessionEnd?(session: Session): Promise<() => Promise<string[]>>;
  /** Begins what goes on in the background; `stop` ends it. */
  start?(): void;
  stop?(): Promise<void>;
  /** Routes the protocol needs beside `/api/app-redirect`. */
  register?(server: FastifyInstance): void | Promise<void>;
  /** Deletes up to `most` expired rows; returns how many. */
  deleteExpired?(most: number): Promise<number>;
};
