// Requests as a browser sends them for a navigation. `fetch` marks its own as those of a script (Sec-Fetch-Mode), and
// mod_auth_openidc redirects no script to the sign-in.

import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Send } from '../packages/server/test/support/oidc/parties/party.ts';

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const chunks = await answer.toArray();
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { statusCode: status = 0 } = answer;
  const text = status === 204 || status === 304 ? null : Buffer.concat(chunks).toString();
  return new Response(text, { status, headers });
}

/** `ca`: the authority that the browser trusts. */
export const createNavigate =
  (ca?: Buffer): Send =>
  (address, { method = 'GET', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = address.startsWith('https:') ? overHttps : overHttp;
      const fields = Object.fromEntries(new Headers(headers));
      const sent = request(address, { method, headers: fields, agent: false, ca });
      sent.once('response', (answer) => responseOf(answer).then(resolve, reject));
      sent.once('error', reject);
      sent.end(body === undefined || body === null ? undefined : `${body}`);
    });

export const navigate = createNavigate();
