// The ticket that the sandbox brought back. An inline script removes it from the address before anything else loads,
// so that no link, request or history entry contains it. The tab stores it, so that a reload and a language switch
// show the same page while the ticket is valid.

const key = 'receivedTicket';
const storageKey = 'brama.received-ticket';

export type ReceivedTicket = { ticketId: string; state: string | null };

export const receivedTicketScript = `{let q=new URLSearchParams(location.search),t=q.get('ticketId');location.search&&history.replaceState(null,'',location.pathname);if(t){let v=window.${key}=JSON.stringify({ticketId:t,state:q.get('state')});try{sessionStorage.setItem('${storageKey}',v)}catch{}}}`;

// the browser may deny storage
function kept(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Returns the received ticket, or undefined if there is none. */
export function receivedTicket(): ReceivedTicket | undefined {
  const text = (window as { [key]?: string })[key] ?? kept();
  return text === null ? undefined : (JSON.parse(text) as ReceivedTicket);
}

export function forgetTicket(): void {
  delete (window as { [key]?: string })[key];
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // storage is blocked, so nothing was stored
  }
}
