// The ticket with which the sandbox has brought the browser back. A script of one line in the page itself takes it out of
// the address before anything else is loaded: no link, no later request and no history keeps it. The tab remembers it,
// so that a reload and the other language show the same while it is young.

const key = 'receivedTicket';
const storageKey = 'brama.received-ticket';

export type ReceivedTicket = { ticketId: string; state: string | null };

export const receivedTicketScript = `{let q=new URLSearchParams(location.search),t=q.get('ticketId');location.search&&history.replaceState(null,'',location.pathname);if(t){let v=window.${key}=JSON.stringify({ticketId:t,state:q.get('state')});try{sessionStorage.setItem('${storageKey}',v)}catch{}}}`;

// a browser may refuse its storage
function kept(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Nothing where the browser has brought none. */
export function receivedTicket(): ReceivedTicket | undefined {
  const text = (window as { [key]?: string })[key] ?? kept();
  return text === null ? undefined : (JSON.parse(text) as ReceivedTicket);
}

export function forgetTicket(): void {
  delete (window as { [key]?: string })[key];
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // nothing was kept either
  }
}
