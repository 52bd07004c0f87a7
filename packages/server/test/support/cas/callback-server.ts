// The callback of a proxy: a server with TLS, whose certificate is valid by default.

import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sequence, tagged } from '../diia/der.ts';
import {
  type CertificateOptions,
  extension,
  type Identity,
  makeIdentity,
  pemOf,
} from '../diia/pki.ts';

const san = (host: string) =>
  extension('2.5.29.17', false, sequence(tagged(0x82, Buffer.from(host, 'latin1'))));

/** Makes an authority that this process trusts until `stop`. */
export function trustAuthority() {
  const authority = makeIdentity({ now: Date.now(), ca: true });
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, pemOf(authority.der)]);
  return { authority, stop: () => setDefaultCACertificates(before) };
}

type Answer = number | 'silent' | { status: number; location: string };

type Options = Partial<CertificateOptions> & { host?: string };

export type CallbackServer = Awaited<ReturnType<typeof startCallback>>;

/** Without an issuer the certificate is self-signed. */
export async function startCallback(issuer: Identity | undefined, options: Options = {}) {
  const { host = 'localhost', ...others } = options;
  const { der, privateKey } = makeIdentity({
    now: Date.now(),
    serial: 9,
    extension: san(host),
    ...(issuer && { issuer, subject: [] }),
    ...others,
  });
  const received: URL[] = [];
  const given: { answer: Answer } = { answer: 200 };
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
  const server: Server = createServer({ key, cert: pemOf(der) }, (request, response) => {
    received.push(new URL(request.url ?? '', 'https://localhost'));
    const { answer } = given;
    if (answer === 'silent') return;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(answer.status, { location: answer.location }).end();
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://localhost:${port}/pgt`,
    received,
    /** Sets how it answers from now on. */
    answerWith(answer: Answer) {
      given.answer = answer;
    },
    /** Returns the proxy-granting ticket that came with this id. */
    grantOf: (pgtIou: string | undefined) =>
      received
        .find(({ searchParams }) => searchParams.get('pgtIou') === pgtIou)
        ?.searchParams.get('pgtId') ?? '',
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
