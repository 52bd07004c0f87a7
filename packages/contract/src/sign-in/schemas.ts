// Requests and responses of sign-in and sign-out that all methods share.

import { z } from 'zod';
import { secondFactorPath } from '../paths.ts';
import { methodIds } from './methods.ts';

/** In this request `sessionId` is a one-time sign-in ticket, not the session. The name is part of the public API. */
export const startSessionRequest = z.object({
  sessionId: z.string().min(1).max(256),
  /** The session ends with the browser and after a short time without use. */
  sharedComputer: z.boolean().optional(),
});
export type StartSessionRequest = z.infer<typeof startSessionRequest>;

/** `next`: no session has started, because the sign-in lacks a step. The browser continues to `/{lng}/second-factor`. */
export const startSessionResponse = z.object({ next: z.literal(secondFactorPath).optional() });
export type StartSessionResponse = z.infer<typeof startSessionResponse>;

export const methodsResponse = z.object({
  methods: z.array(z.object({ id: z.enum(methodIds) })),
});

export const emptyResponse = z.object({});

/** `untold`: names of the applications that did not receive the sign-out notification. */
export const signOutResponse = z.object({ untold: z.array(z.string()) });
export type SignOutResponse = z.infer<typeof signOutResponse>;
