// Signs in by password at the bare library, from an application's request to its code.

import { hopClient } from '../system/clients.ts';
import { password } from '../system/people.ts';
import type { Answer, Connection, Request } from './connection.ts';
import { barePaths, requestOf } from './openid-steps.ts';
import { browser, expectStatus, found } from './steps.ts';

/** Stores the cookies of a response, as a browser does. */
function keep(cookies: Map<string, string>, { head }: Answer) {
  for (const [, name = '', value = ''] of head.matchAll(/set-cookie: *([^=]+)=([^;\r]*)/gi))
    cookies.set(name, value);
}

const headerOf = (cookies: Map<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Returns the cookies of the new session. */
export async function signInAtBare(connection: Connection, username: string): Promise<string> {
  const cookies = new Map<string, string>();
  async function step(status: number, request: Omit<Request, 'headers'>, type = '') {
    const headers = `${browser}${type}cookie: ${headerOf(cookies)}\r\n`;
    const answer = await expectStatus(connection, status, { ...request, headers });
    keep(cookies, answer);
    return new URL(found(/location: *(\S+)/i, answer.head), 'http://localhost').pathname;
  }
  const { path } = requestOf(barePaths, hopClient);
  const interaction = await step(303, { method: 'GET', path });
  const form = { method: 'POST', path: interaction } as const;
  const body = `${new URLSearchParams({ username, password })}`;
  const type = 'content-type: application/x-www-form-urlencoded\r\n';
  const resume = await step(303, { ...form, body }, type);
  await step(303, { method: 'GET', path: resume });
  return [...cookies]
    .filter(([name]) => name.startsWith('_session'))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}
