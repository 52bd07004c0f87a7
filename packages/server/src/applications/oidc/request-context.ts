// Request context: what our server knows about a request before the library handles it. It is immutable.

import type { IncomingMessage } from 'node:http';
import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { wantedLanguage } from '../../pages/language/language.ts';
import type { Session } from '../../sessions/session.ts';
import type { User } from '../../users/user.ts';
import type { RequestRecords } from './adapters/request-records.ts';
import type { DeviceGrant } from './device/device-codes.ts';
import type { AttemptSource } from './device/user-code-limits.ts';

export type DeviceContext = Readonly<{
  /** The CSRF token that a form of this browser must contain; undefined for an unknown browser. */
  csrfToken: string | undefined;
  /** The grant that the tokens of the device get if the user allows it. */
  grant: DeviceGrant;
  attemptSource: AttemptSource;
}>;

export type RequestContext = Readonly<{
  requestId: string;
  network: string;
  /** The language of pages at the address of this request. */
  language: Language;
  /** The language that the user chose earlier; Accept-Language does not count. */
  rememberedLanguage: Language;
  /** Undefined for requests of servers, and where no user is signed in. */
  session?: Session | undefined;
  /** The secret id of that session, as its cookie contains it. */
  secretId?: string | undefined;
  user?: User | undefined;
  /** Records that have been read before the library asks for them. */
  records?: RequestRecords | undefined;
  /** Only for requests to the pages of the device flow. */
  device?: DeviceContext | undefined;
  /** Counts a request that will be suspended. @throws `request.too-many` */
  countSuspension(): Promise<void>;
}>;

/** A step of our routes before the library. It may send the response; then no further step runs. */
export type RouteStep = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

type WithContext = IncomingMessage & { [contextKey]?: RequestContext };
const contextKey = Symbol('request context');

export function setRequestContext(request: WithContext, context: RequestContext) {
  request[contextKey] = Object.freeze(context);
}

/** @throws if the request did not come through our routes */
export function requestContextOf({ req }: { req: WithContext }): RequestContext {
  const context = req[contextKey];
  if (!context) throw new Error('a request reached the library without a request context');
  return context;
}

/** Returns the language for the next page: the one that the client requests, otherwise the remembered one. */
export function nextPageLanguage(ctx: KoaContextWithOIDC): Language {
  const { device, language, rememberedLanguage } = requestContextOf(ctx);
  // the user has just read a page of ours; the device requested a language for its own screen
  if (device) return language;
  return wantedLanguage(ctx.oidc.params?.['ui_locales']) ?? rememberedLanguage;
}
