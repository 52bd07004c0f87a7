// The text of tickets: a prefix and 256 random bits in letters and digits. Clients accept no other characters.

import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62 ** 43 is more than 2 ** 256. Clients must accept 64 characters of a proxy-granting ticket, so hexadecimal would be too long. */
const randomLength = 43;

/** Bytes from here on would make some characters more frequent. */
const firstUnfair = 256 - (256 % alphabet.length);

/** Service ticket, proxy ticket, proxy-granting ticket. */
export type TicketKind = 'ST' | 'PT' | 'PGT';

/** Returns random letters and digits. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length + 16))
      if (byte < firstUnfair && text.length < length) text += alphabet[byte % alphabet.length];
  return text;
}

export function newTicket(kind: TicketKind | 'PGTIOU'): string {
  return `${kind}-${randomText(randomLength)}`;
}

const form = /^(ST|PT|PGT)-([0-9A-Za-z]+)$/;

/** Returns the kind of a ticket that Brama may have issued; undefined for other text. */
export function ticketKind(text: string): TicketKind | undefined {
  const [, kind, random] = form.exec(text) ?? [];
  return random?.length === randomLength ? (kind as TicketKind) : undefined;
}
