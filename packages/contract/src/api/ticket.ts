// What an application's server asks and learns when it resolves a ticket.

import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/**
 * A ticket is 256 random bits in base64url (RFC 4648 §5), so it needs no encoding in an address. Requests with up to 256
 * characters are read, so that applications can leave room for longer ones.
 */
const ticketId = z.string().min(1).max(256);

export const ticketQuery = z.object({
  ticketId,
  appId: z.string().min(1).max(256),
  appSecret: z.string().min(1).max(1024),
});

export const ticketRequest = z.object({ ticketId });

/** Any text: what is no ticket is refused like one that is over. */
export const sandboxTicketRequest = z.object({ ticketId: z.string() });

/** Values are strings, empty when absent. One person may have both ids. */
export const ticketResponse = z.object({
  id: z.string(),
  /** When the ticket was issued, ISO 8601 in UTC. */
  created: z.string(),
  applicationId: z.string(),
  traceId: z.string(),
  data: z.object({
    STUDENT_ID: z.string(),
    EMPLOYEE_ID: z.string(),
    /** How the user signed in: PASSWORD, DIIA, GOOGLE, … */
    AUTH_METHOD: z.string(),
    TAX_ID: z.string(),
    NAME: z.string(),
    TRACE_ID: z.string(),
    /** When the user signed in, ISO 8601 in UTC. */
    TIME_STAMP: z.string(),
  }),
});
export type TicketResponse = z.infer<typeof ticketResponse>;

/** What an application's server may be refused with at this address, and with which status. */
export const ticketErrors = {
  'request.malformed': 400,
  'request.invalid': 400,
  'application.credentials-refused': 401,
  'application.ticket-refused': 404,
  'request.unsupported-type': 415,
  'request.too-many': 429,
  busy: 503,
  unavailable: 503,
} as const satisfies Partial<Record<ErrorCode, number>>;
