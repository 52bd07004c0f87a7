// Exchanges a ticket for the user's data: one call with HTTP Basic. An integrator needs no other call.

export type Ticket = {
  id: string;
  created: string;
  applicationId: string;
  traceId: string;
  data: Record<string, string>;
};

/** Returns the ticket response, or the error code from Brama. Waits 5 seconds at most. */
export async function resolveTicket(
  bramaUrl: string,
  credentials: { appId: string; secret: string },
  ticketId: string,
): Promise<{ ticket: Ticket } | { fault: string }> {
  const basic = Buffer.from(`${credentials.appId}:${credentials.secret}`).toString('base64');
  try {
    const answer = await fetch(`${bramaUrl}/api/ticket`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ticketId }),
      signal: AbortSignal.timeout(5000),
    });
    const body = (await answer.json()) as Ticket & { error?: { code?: string } };
    return answer.ok ? { ticket: body } : { fault: body.error?.code ?? `HTTP ${answer.status}` };
  } catch (error) {
    return { fault: error instanceof Error ? error.name : 'unreachable' };
  }
}
