// Requests of browsers and of the servers of applications, step by step, and the responses that they must receive.

import {
  addressOf,
  disabledUser,
  passwordlessUser,
  sharedAddress,
  ticketApplication,
} from '../system/manifest.ts';
import { password } from '../system/people.ts';
import { type Answer, type Connection, type Request, UnexpectedAnswer } from './connection.ts';

/** Headers that a browser sends with every call of its own page. */
export const browser =
  'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n' +
  'accept: */*\r\naccept-language: uk,en-US;q=0.8,en;q=0.6\r\naccept-encoding: gzip, deflate, br\r\n';

/** Headers of a POST by our page. */
export function headersOfCall(port: number): string {
  return `${browser}origin: http://localhost:${port}\r\ncontent-type: application/json\r\n`;
}

export function found(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new UnexpectedAnswer(`${pattern} is not in the answer:\n${text}`);
  return match;
}

export async function expectStatus(
  connection: Connection,
  status: number | readonly number[],
  request: Request,
) {
  const answer = await connection.ask(request);
  if ([status].flat().includes(answer.status)) return answer;
  const path = request.path.replace(/\?.*/, '');
  throw new UnexpectedAnswer(
    `${request.method} ${path} answered ${answer.status} instead of ${status}: ${answer.body}`,
  );
}

function prove(connection: Connection, status: number, username: string, secret: string) {
  const body = JSON.stringify({ username, password: secret });
  const headers = headersOfCall(connection.port);
  return expectStatus(connection, status, { method: 'POST', path: '/api/auth', headers, body });
}

/** Signs in and returns the cookie of the new session. */
export async function signIn(connection: Connection, username: string): Promise<string> {
  const proved = await prove(connection, 200, username, password);
  const answer = await expectStatus(connection, 200, {
    method: 'POST',
    path: '/api/auth/internal',
    headers: headersOfCall(connection.port),
    body: proved.body,
  });
  return found(/set-cookie: *([^;]+)/i, answer.head);
}

/** Returns the device cookie of a browser in which the user has signed in before. */
export async function trustedDevice(connection: Connection, username: string): Promise<string> {
  const proved = await prove(connection, 200, username, password);
  const headers = headersOfCall(connection.port);
  const { head } = await expectStatus(connection, 200, {
    method: 'POST',
    path: '/api/auth/internal',
    headers,
    body: proved.body,
  });
  return found(/set-cookie: *((?:__Host-)?brama_device=[^;]+)/i, head);
}

/** Sends a password and returns the status. Every status is accepted. */
export async function tryPassword(
  connection: Connection,
  { username, secret = password, cookie }: { username: string; secret?: string; cookie?: string },
): Promise<number> {
  const body = JSON.stringify({ username, password: secret });
  const headers = headersOfCall(connection.port) + (cookie ? `cookie: ${cookie}\r\n` : '');
  const { status } = await connection.ask({ method: 'POST', path: '/api/auth', headers, body });
  return status;
}

/** Every way in which a sign-in is refused. */
export const refusals = {
  'wrong password': (username: string) => [username, 'not my password'],
  'unknown user': (username: string) => [`nobody.${username}`, password],
  'disabled user': () => [disabledUser, password],
  'user without a password': () => [passwordlessUser, password],
  'wrong password for an address': (username: string) => [addressOf(username), 'not my password'],
  'unknown address': (username: string) => [addressOf(`nobody.${username}`), password],
  'address of two users': () => [sharedAddress, password],
  'address of a disabled user': () => [addressOf(disabledUser), password],
} satisfies Record<string, (username: string) => [string, string]>;

export type Refusal = keyof typeof refusals;

/** Tries to sign in in a way that the server must refuse. */
export function beRefused(connection: Connection, refusal: Refusal, username: string) {
  return prove(connection, 401, ...refusals[refusal](username));
}

/** Sends the plain form for a forgotten password. The server works on it after the response. */
export function askNewPassword(connection: Connection, username: string): Promise<Answer> {
  return expectStatus(connection, 303, {
    method: 'POST',
    path: '/uk/password/forgot',
    headers: `${browser}origin: http://localhost:${connection.port}\r\ncontent-type: application/x-www-form-urlencoded\r\n`,
    body: `${new URLSearchParams({ username })}`,
  });
}

export function askUser(connection: Connection, cookie: string): Promise<Answer> {
  const headers = `${browser}sec-fetch-site: same-origin\r\ncookie: ${cookie}\r\n`;
  return expectStatus(connection, 200, { method: 'GET', path: '/user', headers });
}

/** Launches the application in the browser. Returns the ticket for the application. */
export async function openApplication(connection: Connection, cookie: string): Promise<string> {
  const { head } = await expectStatus(connection, 302, {
    method: 'GET',
    path: `/api/app-redirect?appId=${ticketApplication.id}&state=af0ifjsldkj`,
    headers: `${browser}sec-fetch-site: same-origin\r\ncookie: ${cookie}\r\n`,
  });
  return found(/location: *\S*[?&]ticketId=([\w-]+)/i, head);
}

/** Resolves the ticket as the server of an old client does. */
export function resolveByGet(connection: Connection, ticketId: string) {
  const { id, secret } = ticketApplication;
  const query = new URLSearchParams({ ticketId, appId: id, appSecret: secret });
  return expectStatus(connection, 200, {
    method: 'GET',
    path: `/api/ticket?${query}`,
    headers: 'accept: application/json\r\n',
  });
}

const basic = Buffer.from(`${ticketApplication.id}:${ticketApplication.secret}`).toString('base64');

/** Resolves the ticket as the server of a new client does. */
export function resolveByPost(connection: Connection, ticketId: string) {
  return expectStatus(connection, 200, {
    method: 'POST',
    path: '/api/ticket',
    headers: `authorization: Basic ${basic}\r\ncontent-type: application/json\r\n`,
    body: JSON.stringify({ ticketId }),
  });
}

/** A browser that shows a code of Diia. */
export type DiiaBrowser = { cookie: string; requestId: string };

const fetched = `${browser}sec-fetch-site: same-origin\r\n`;

/** Requests a code. A browser without a cookie receives one. */
export async function askDiiaLink(connection: Connection, cookie: string): Promise<DiiaBrowser> {
  const { head, body } = await expectStatus(connection, 200, {
    method: 'GET',
    path: '/api/diia/app-link',
    headers: cookie ? `${fetched}cookie: ${cookie}\r\n` : fetched,
  });
  return {
    cookie: found(/set-cookie: *([^;]+)/i, head),
    requestId: found(/"requestId":"([^"]+)"/, body),
  };
}

/** Asks whether the user has confirmed in Diia. */
export function checkDiiaRequest(connection: Connection, { cookie, requestId }: DiiaBrowser) {
  return expectStatus(connection, 200, {
    method: 'GET',
    path: `/api/diia/check-request?requestId=${encodeURIComponent(requestId)}`,
    headers: `${fetched}cookie: ${cookie}\r\n`,
  });
}

/** Sends a signature as the servers of Diia do. */
export function sendDiiaCallback(connection: Connection, requestId: string, signature: Buffer) {
  const data = JSON.stringify({ requestId, signature: signature.toString('base64') });
  const part = 'content-disposition: form-data; name="encodeData"';
  const encoded = Buffer.from(data).toString('base64');
  return expectStatus(connection, 200, {
    method: 'POST',
    path: '/api/diia/callback',
    headers: 'content-type: multipart/mixed; boundary=bench\r\n',
    body: `--bench\r\n${part}\r\n\r\n${encoded}\r\n--bench--\r\n`,
  });
}
