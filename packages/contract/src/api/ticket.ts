// The request and the response when the server of an application resolves a ticket (`/api/ticket`).

import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/**
 * A ticket is 256 random bits in base64url (RFC 4648 §5): 43 characters, which need no encoding in an address. The
 * manual asks applications to leave room for 256 characters, so that a later release may issue longer tickets.
 */
const ticketId = z.string().min(1).max(256);

export const ticketQuery = z.object({
  ticketId,
  appId: z.string().min(1).max(256),
  appSecret: z.string().min(1).max(1024),
});

export const ticketRequest = z.object({ ticketId });

/** Accepts any text. A text that is no ticket gets the same error as an expired ticket. */
export const sandboxTicketRequest = z.object({ ticketId: z.string() });

/** All values are strings, empty if the user has no such value. A user may have both ids. */
export const ticketResponse = z.object({
  id: z.string(),
  /** When the ticket was issued, ISO 8601 in UTC. */
  created: z.string(),
  applicationId: z.string(),
  traceId: z.string(),
  data: z.object({
    STUDENT_ID: z.string(),
    EMPLOYEE_ID: z.string(),
    /** How the user signed in: PASSWORD, DIIA, GOOGLE or PASSKEY; more may follow. */
    AUTH_METHOD: z.string(),
    TAX_ID: z.string(),
    NAME: z.string(),
    TRACE_ID: z.string(),
    /** When the user signed in, ISO 8601 in UTC. */
    TIME_STAMP: z.string(),
  }),
});
export type TicketResponse = z.infer<typeof ticketResponse>;

/** The error codes of `/api/ticket`, with the HTTP status of each. */
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
