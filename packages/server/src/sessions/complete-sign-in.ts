// How features that finish a sign-in start its session. The sign-in service does it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../database/connect.ts';
import type { Session, SignIn } from './session.ts';

/**
 * Runs in the transaction of a sign-in: ends the pending sign-in and uses what the user has provided. Returns what the user has proved;
 * undefined if another request was faster.
 */
export type TakeProof = (queries: Queries) => Promise<SignIn | undefined>;

/** Starts the session of a pending sign-in. Returns whether it started. */
export type CompleteSignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  take: TakeProof,
) => Promise<boolean>;

/**
 * Does the same after a recovery. `second-factor`: the policy requires a second factor and the user has none, so a pending sign-in
 * started instead, in which the user sets one up. `refused`: another request was faster.
 */
export type CompleteRecovery = (
  request: FastifyRequest,
  reply: FastifyReply,
  take: TakeProof,
) => Promise<'started' | 'second-factor' | 'refused'>;

/** Stores that the user of the session has passed a second factor in this browser. Returns the function that sets the cookie. */
export type TrustDevice = (
  queries: Queries,
  request: FastifyRequest,
  session: Pick<Session, 'userId' | 'isSharedComputer'>,
) => Promise<(reply: FastifyReply) => void>;
