// After a sign-out, no browser storage contains data of the user.
import { afterEach, expect, test, vi } from 'vitest';
import { forgetUser } from './forget-user.ts';

afterEach(() => vi.unstubAllGlobals());

function storage(...keys: string[]) {
  const kept = new Set(keys);
  return { kept, removeItem: (key: string) => void kept.delete(key) };
}

test('recent applications, sign-in method, Diia codes and sandbox ticket are removed', () => {
  const local = storage('brama.recent-apps', 'brama.last-method');
  const session = storage('brama.diia-codes', 'brama.received-ticket');
  const window = { receivedTicket: '{"ticketId":"a","state":null}' };
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('window', window);
  forgetUser();
  expect([...local.kept, ...session.kept]).toEqual([]);
  expect(window).toEqual({});
});
