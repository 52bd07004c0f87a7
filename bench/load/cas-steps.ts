// Requests of a browser and of an application's server to our server: a login through CAS, and the validation of its ticket.

import { casService } from '../system/clients.ts';
import type { Connection } from './connection.ts';
import { browser, expectStatus, found } from './steps.ts';

const accepted = 'accept: application/xml\r\n';

/** Logs in with the session of the browser. Returns the ticket for the application. */
async function logIn(connection: Connection, cookie: string): Promise<string> {
  const query = new URLSearchParams({ service: casService });
  const { head } = await expectStatus(connection, 302, {
    method: 'GET',
    path: `/cas/login?${query}`,
    headers: `${browser}sec-fetch-site: cross-site\r\ncookie: ${cookie}\r\n`,
  });
  return found(/location: *\S*[?&]ticket=([\w-]+)/i, head);
}

/** Makes all steps of single sign-on: login, validation with the attributes of the user. */
export async function casHop(connection: Connection, cookie: string): Promise<void> {
  const query = new URLSearchParams({
    service: casService,
    ticket: await logIn(connection, cookie),
  });
  const { body } = await expectStatus(connection, 200, {
    method: 'GET',
    path: `/cas/p3/serviceValidate?${query}`,
    headers: accepted,
  });
  found(/<cas:mail>([^<]+)</, body);
}
