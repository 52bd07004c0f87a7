// Resolves a ticket: returns the data of its user that the application may receive.

import type { TicketAnswer } from '@brama/contract/api/ticket';
import { fail } from '../../errors.ts';
import type { User } from '../../users/user.ts';
import type { Application } from '../application.ts';
import type { TicketStore } from './store.ts';

export type TicketResolverDeps = {
  tickets: Pick<TicketStore, 'read'>;
  userById(id: string): Promise<User | undefined>;
  /** Returns the tax number that an open session was started with, if any. */
  taxIdOf(sessionUid: string): Promise<string | undefined>;
};

/** With `sessionUid` only tickets of that session are valid. @throws `application.ticket-refused` */
export type ResolveTicket = (
  ticketId: string,
  application: Application,
  sessionUid?: string,
) => Promise<TicketAnswer>;

export function createTicketResolver(deps: TicketResolverDeps): ResolveTicket {
  /** Only sessions started with Diia have it, and only applications whose record releases it receive it. */
  async function taxIdFor({ releases }: Application, sessionUid: string): Promise<string> {
    if (!releases.includes('taxId')) return '';
    return (await deps.taxIdOf(sessionUid)) ?? '';
  }

  return async (ticketId, application, sessionUid) => {
    const ticket = await deps.tickets.read(ticketId, application.id, sessionUid);
    const user = ticket && (await deps.userById(ticket.userId));
    if (!ticket || !user) fail('application.ticket-refused');
    return {
      id: ticketId,
      created: new Date(ticket.createdAt).toISOString(),
      applicationId: application.id,
      traceId: ticket.traceId,
      data: {
        STUDENT_ID: user.studentId ?? '',
        EMPLOYEE_ID: user.employeeId ?? '',
        AUTH_METHOD: ticket.method.toUpperCase(),
        TAX_ID: await taxIdFor(application, ticket.sessionUid),
        NAME: user.fullName,
        TRACE_ID: ticket.traceId,
        TIME_STAMP: new Date(ticket.signedInAt).toISOString(),
      },
    };
  };
}
