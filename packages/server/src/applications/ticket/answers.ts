// What an application is told of whoever brought its ticket: the one answer, whoever asks for it.

import type { TicketAnswer } from '@brama/contract/api/ticket';
import { fail } from '../../errors.ts';
import type { User } from '../../users/user.ts';
import type { Application } from '../application.ts';
import type { TicketStore } from './store.ts';

export type TicketAnswerDeps = {
  tickets: Pick<TicketStore, 'read'>;
  userById(id: string): Promise<User | undefined>;
  /** The tax number a living session was opened with, if any. */
  taxIdOf(sessionUid: string): Promise<string | undefined>;
};

/** Where `sessionUid` is given, only tickets of that session count. @throws `application.ticket-refused` */
export type TicketAnswerOf = (
  ticketId: string,
  application: Application,
  sessionUid?: string,
) => Promise<TicketAnswer>;

export function createTicketAnswers(deps: TicketAnswerDeps): TicketAnswerOf {
  /** Held only by a session that Diia opened, and given only where the application's record says so. */
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
