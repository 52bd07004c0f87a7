// What the requirements for every sign-in method need from one of them. A method has its driver beside this file, under its
// id.

import type { ErrorCode } from '@brama/contract/errors';
import type { LightMyRequestResponse } from 'fastify';
import type { Tables } from '../../../src/database/schema.ts';
import type { DatabaseKind } from '../databases.ts';
import type { World } from '../world.ts';

/** What the user chose on the sign-in page. */
export type Choice = { sharedComputer?: boolean };

export type Driver = {
  world: World;
  userId: string;
  /** Proves the user's identity, up to the last step. Returns the secret inputs of that step. */
  prove(choice?: Choice): Promise<{ secrets: string[]; enter(): Promise<LightMyRequestResponse> }>;
  /** The error code of the last step for an invalid input. */
  refused: ErrorCode;
  /** How long after the proof the last step is possible. */
  lifeMs: number;
  /** Does the same for a person without an account. Returns the response of the last step. */
  refusedStranger(): Promise<LightMyRequestResponse>;
  /** The error code of that response. */
  strangerRefused: ErrorCode;
  /** Tables of the method that must not contain the secrets. */
  tables?: readonly (keyof Tables)[];
};

export type MakeDriver = (kind: DatabaseKind) => Promise<Driver>;

/** Methods whose proof is a sign-in ticket that the browser exchanges itself. */
export function withTicket(world: World, ticketOf: () => Promise<string>) {
  return {
    refused: 'sign-in.ticket-refused' as const,
    lifeMs: 60_000,
    async prove(choice: Choice = {}) {
      const sessionId = await ticketOf();
      const enter = () => world.post('/api/auth/internal', { sessionId, ...choice });
      return { secrets: [sessionId], enter };
    },
  };
}
