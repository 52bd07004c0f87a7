// The sandbox: the one application for trying a button before there is a server. It uses the ticket protocol and returns
// to a page of ours, which shows the data that a server would receive.

import type { Application } from './application.ts';

/** Stored protocol. A client id has no colon, and keys are unique, so there is at most one sandbox. */
export const sandboxProtocol = {
  type: 'ticket',
  settings: { sandbox: true },
  key: ':sandbox',
} as const satisfies Application['protocol'];

export function isSandbox({ protocol }: Pick<Application, 'protocol'>): boolean {
  return protocol.key === sandboxProtocol.key;
}
