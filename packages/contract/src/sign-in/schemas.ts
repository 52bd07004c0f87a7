// Requests and answers of signing in and out.

import { z } from 'zod';
import { methodIds } from '../pages/login-page.ts';

/** Longest password accepted, in UTF-16 code units as JavaScript counts them. */
export const maxPasswordLength = 1024;
export const maxUsernameLength = 256;

/** A username or an email address as it is typed: keyboards of phones leave a space behind it. */
export const typedUsername = z.string().trim().min(1).max(maxUsernameLength);

export const signInRequest = z.object({
  username: typedUsername,
  password: z.string().min(1).max(maxPasswordLength),
});
export type SignInRequest = z.infer<typeof signInRequest>;

/** `sessionId` is a sign-in ticket: 60 seconds, once. It is not the session. */
export const signInAnswer = z.object({ sessionId: z.string() });
export type SignInAnswer = z.infer<typeof signInAnswer>;

export const startSessionRequest = z.object({ sessionId: z.string().min(1).max(256) });

export const methodsAnswer = z.object({
  methods: z.array(z.object({ id: z.enum(methodIds) })),
});
export type MethodsAnswer = z.infer<typeof methodsAnswer>;

export const emptyAnswer = z.object({});

/** `untold`: names of the applications that could not be told that the session is over. */
export const signOutAnswer = z.object({ untold: z.array(z.string()) });
export type SignOutAnswer = z.infer<typeof signOutAnswer>;
