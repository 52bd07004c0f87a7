import { expect, test } from 'vitest';
import { newTicket, randomText } from '../tickets/ticket-text.ts';
import { logoutForm } from './logout-request.ts';

const at = Date.parse('2026-11-23T20:00:00.987Z');

test('the form of the notification', () => {
  const form = logoutForm({ id: 'LR-1', ticket: 'ST-a1', at });
  expect([...form.keys()]).toEqual(['logoutRequest']);
  expect(form.get('logoutRequest')).toBe(
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-1" Version="2.0" IssueInstant="2026-11-23T20:00:00Z">' +
      '<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID>' +
      '<samlp:SessionIndex>ST-a1</samlp:SessionIndex></samlp:LogoutRequest>',
  );
});

test('the longest form is below the limit of mod_auth_cas, and survives a second decoding', () => {
  const form = logoutForm({ id: `LR-${randomText(22)}`, ticket: newTicket('PGTIOU'), at });
  expect(`${form}`.length).toBeLessThan(1000);
  expect(`${form}`).toMatch(/^logoutRequest=/);
  expect(form.get('logoutRequest')).not.toMatch(/[+%\n]/);
});
