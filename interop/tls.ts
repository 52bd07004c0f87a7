// HTTPS in front of a server on this computer, as a reverse proxy of an institution provides it. Some CAS clients accept
// nothing else.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const names = ['DNS:localhost', 'IP:127.0.0.1', 'IP:127.0.0.2'];

/** Makes a certificate for hosts of this computer, which is its own authority. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'brama-tls-'));
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      '/CN=localhost',
      '-addext',
      `subjectAltName=${names}`,
      '-days',
      '2',
      '-keyout',
      keyFile,
      '-out',
      certificateFile,
    ],
    { stdio: 'ignore' },
  );
  // clients run as other accounts
  chmodSync(folder, 0o755);
  chmodSync(certificateFile, 0o644);
  return {
    key: readFileSync(keyFile),
    certificate: readFileSync(certificateFile),
    certificateFile,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** `port` is that of the proxy, `target` that of the server; both are at `host`. */
type Given = { host?: string; port: number; target: number } & Pick<
  ReturnType<typeof makeCertificate>,
  'key' | 'certificate'
>;

/** Forwards requests from `port` to `target`. Resolves with how it is stopped. */
export async function startTlsProxy(given: Given) {
  const { host = 'localhost', port, target, key, certificate } = given;
  const server = createServer({ key, cert: certificate }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request({
      host,
      port: target,
      method,
      path: url,
      headers: { ...headers, 'x-forwarded-for': '127.0.0.1' },
      agent: false,
    });
    forwarded.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
