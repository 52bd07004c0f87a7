// Runs the inline script with a fake window.
import { expect, test } from 'vitest';
import { receivedTicketScript } from './received-ticket.ts';

function runOn(search: string, storage: (text: string) => void = () => undefined) {
  const addresses: string[] = [];
  const window: { receivedTicket?: string } = {};
  const history = {
    replaceState: (_state: unknown, _title: string, address: string) => addresses.push(address),
  };
  const sessionStorage = { setItem: (_key: string, text: string) => storage(text) };
  const run = new Function('window', 'location', 'history', 'sessionStorage', receivedTicketScript);
  run(window, { search, pathname: '/uk/x' }, history, sessionStorage);
  return { addresses, received: window.receivedTicket && JSON.parse(window.receivedTicket) };
}

test('ticket and state are removed from the address and stored in the tab', () => {
  const kept: string[] = [];
  const { addresses, received } = runOn('?ticketId=a-b&state=%3Cb%3E%22', (text) =>
    kept.push(text),
  );
  expect(addresses).toEqual(['/uk/x']);
  expect(received).toEqual({ ticketId: 'a-b', state: '<b>"' });
  expect(kept.map((text) => JSON.parse(text))).toEqual([received]);
});

test('the ticket is received when the browser denies storage', () => {
  const { received } = runOn('?ticketId=a', () => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(received).toEqual({ ticketId: 'a', state: null });
});

test('without a ticket nothing is stored, and the state is removed from the address', () => {
  const kept: string[] = [];
  expect(runOn('?state=s', (text) => kept.push(text))).toEqual({ addresses: ['/uk/x'] });
  expect(runOn('').addresses).toEqual([]);
  expect(kept).toEqual([]);
});
