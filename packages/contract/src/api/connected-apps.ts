// Requests and responses of connected apps, which are applications with access to data of the signed-in user. GET
// `access` lists them; POST `endAccess` ends the access of one.

import { z } from 'zod';
import { parseAppId } from '../app-id.ts';

/** Scopes of OpenID Connect that release data of the user. The browser has a text for each. */
export const learnableScopes = [
  'openid',
  'profile',
  'email',
  'groups',
  'campus',
  'tax_id',
] as const;
export type LearnableScope = (typeof learnableScopes)[number];

const applicationAccess = z.object({
  id: z.string(),
  title: z.string(),
  /** ISO 8601 in UTC. */
  since: z.string(),
  /** True for an application of the university. The user has consented to the others. */
  firstParty: z.boolean(),
  scopes: z.array(z.enum(learnableScopes)),
  /** Services that the application may call on behalf of the user, with its scopes at each. */
  services: z.array(z.object({ title: z.string(), scopes: z.array(z.string()) })),
});
export type ApplicationAccess = z.infer<typeof applicationAccess>;

/** Sorted by title; applications that the user has consented to come first. */
export const accessResponse = z.object({ applications: z.array(applicationAccess) });
export type AccessResponse = z.infer<typeof accessResponse>;

/** `application` is its id. If the access has ended already, the request succeeds too. */
export const endAccessRequest = z.object({
  application: z.string().min(1).max(64).transform(parseAppId),
});
