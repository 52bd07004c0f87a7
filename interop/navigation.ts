// Requests as a browser sends them for a navigation. `fetch` marks its own as those of a script (Sec-Fetch-Mode), and
// mod_auth_openidc redirects no script to the sign-in.

import { request } from 'node:http';
import type { Send } from '../packages/server/test/support/oidc/parties/party.ts';

export const navigate: Send = (address, { method = 'GET', headers, body } = {}) =>
  new Promise((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(new Headers(headers)), agent: false };
    const sent = request(address, options as object, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const kept = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        const { statusCode: status = 0 } = answer;
        const text = status === 204 || status === 304 ? null : Buffer.concat(chunks).toString();
        resolve(new Response(text, { status, headers: kept }));
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
