// Checks the address to which users return, as the server will when the administrator registers the application. Pure.

import { validateUrl } from '@brama/contract/applications/validate-url';
import type { ProtocolId } from './manifest-entry.ts';

/** Why an address is rejected. `form`: no application may have it; the others are of one protocol. */
export type AddressFault = 'form' | 'ticket' | 'cas';

/** Invisible characters, and those that browsers and servers read in different ways. */
const ambiguous = /[\p{C}\s\\]/u;

/** Returns why the server would reject an address; undefined for a valid one. */
export function faultOfAddress(text: string, protocol: ProtocolId): AddressFault | undefined {
  if (ambiguous.test(text) || validateUrl(text) !== undefined) return 'form';
  // the ticket comes in this parameter
  if (protocol === 'ticket' && new URL(text).searchParams.has('ticketId')) return 'ticket';
  if (protocol === 'cas' && text.includes('?')) return 'cas';
  return undefined;
}
