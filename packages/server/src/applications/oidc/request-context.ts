// What we know of a request that the library serves: the session it came with, and its id in the log.

import type { IncomingMessage } from 'node:http';
import type { Language } from '@brama/contract/paths';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { WriteBatch } from '../../database/write-batch.ts';
import { wantedLanguage } from '../../pages/language/language.ts';
import type { Session } from '../../sessions/session.ts';
import type { User } from '../../users/user.ts';
import type { Application } from '../application.ts';
import type { Grant } from './adapters/grants.ts';
import type { ScopeSet } from './consent/consent.ts';
import type { DeviceGrant } from './device/device-codes.ts';
import type { Guesser } from './device/user-code-limits.ts';

export type RequestContext = {
  session: Session | undefined;
  /** The secret id of that session, as its cookie holds it. */
  secretId: string | undefined;
  /** Set where the database did not answer: the same request may succeed later. */
  unavailable?: boolean;
  /** Of pages that answer at the address of the request. */
  language: Language;
  /** Without asking what the browser accepts. */
  rememberedLanguage: Language;
  requestId: string;
  /** As limits count addresses. */
  network: string;
  /** Set after too many wrong secrets: the seconds to wait. */
  waitSeconds?: number;
  /** Counts a request that will wait for a person. @throws `request.too-many` */
  countSuspension(): Promise<void>;
  /** What the user has agreed to, of an application of others that asks for something now. */
  agreed?: ScopeSet | undefined;
  /** Of the pages of devices alone. */
  device?: {
    /** What a form must hold that this browser was given; none for a browser we do not know. */
    proof: string | undefined;
    /** On which the tokens will hang if the person says yes. */
    grant: DeviceGrant;
    guesser: Guesser;
  };
  /** The application that has registered itself by this request. */
  registered?: Application;
  /** Of a token request: what it will store in the end. */
  writes?: WriteBatch | undefined;
  /** What has been read for this request, and need not be read again for it. */
  loaded: { user?: User; session?: Session; grants?: readonly Grant[] };
};

export function loadedGrant(visit: RequestContext | undefined, id: string): Grant | undefined {
  return visit?.loaded.grants?.find((grant) => grant.id === id);
}

const noted = Symbol('visit');
type Noted = IncomingMessage & { [noted]?: RequestContext };

export function setRequestContext(request: Noted, visit: RequestContext) {
  request[noted] = visit;
}

/** @throws when the request has not come through our mount. */
export function requestContextOf({ req }: { req: Noted }): RequestContext {
  const visit = req[noted];
  if (!visit) throw new Error('a request of the library that nobody has let in');
  return visit;
}

/** Of the page with a language that the request leads on to: what the application asks for, else the one remembered. */
export function nextPageLanguage(ctx: KoaContextWithOIDC): Language {
  const { device, language, rememberedLanguage } = requestContextOf(ctx);
  // the person has just read a page of ours; what the device asked for was for its own screen
  if (device) return language;
  return wantedLanguage(ctx.oidc.params?.['ui_locales']) ?? rememberedLanguage;
}
