// Requests and responses of connected apps: applications with access to data of the signed-in user (GET `access`),
// and ending that access (POST `endAccess`).

import { z } from 'zod';
import { parseAppId } from '../app-id.ts';

/** What applications learn, in the words of OpenID Connect; each has words of ours in the browser. */
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
  /** Of the university itself; the others were agreed to. */
  firstParty: z.boolean(),
  scopes: z.array(z.enum(learnableScopes)),
  /** Services it may use in the name of the user, and what there. */
  services: z.array(z.object({ title: z.string(), scopes: z.array(z.string()) })),
});
export type ApplicationAccess = z.infer<typeof applicationAccess>;

/** Sorted by title, those that were agreed to first. */
export const accessResponse = z.object({ applications: z.array(applicationAccess) });
export type AccessResponse = z.infer<typeof accessResponse>;

/** `application`: its id. Ending what has ended already is no fault. */
export const endAccessRequest = z.object({
  application: z.string().min(1).max(64).transform(parseAppId),
});
