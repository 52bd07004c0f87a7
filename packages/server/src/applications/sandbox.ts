// The sandbox: the one application with which anybody may try a button before there is a server. It speaks the ticket
// protocol; the browser comes back to a page of ours, which shows people what a server would have been told of them.

import type { Application } from './application.ts';

/** How it is stored. No client id may hold a colon, and no two applications have one key: there is one sandbox. */
export const sandboxProtocol = {
  type: 'ticket',
  settings: { sandbox: true },
  key: ':sandbox',
} as const satisfies Application['protocol'];

export function isSandbox({ protocol }: Pick<Application, 'protocol'>): boolean {
  return protocol.key === sandboxProtocol.key;
}
