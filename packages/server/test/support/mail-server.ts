// A mail server that keeps what it receives, and fails in the ways that tests request.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { makeIdentity, pemOf } from './diia/pki.ts';

/**
 * `greets`: its first line. `refuses`: its response to a recipient. `refusesLogin`: no password is right. `isSilent`: it greets and then
 * never responds.
 */
const defaults = {
  greets: '220 here',
  refuses: '',
  refusesLogin: false,
  isSilent: false,
  offersTls: false,
};

function answerTo(command: string, { offersTls, refuses, refusesLogin }: typeof defaults): string {
  const offers = [...(offersTls ? ['STARTTLS'] : []), ...(refusesLogin ? ['AUTH PLAIN'] : [])];
  const lines = ['here', ...offers];
  const answers: Record<string, string> = {
    EHLO: lines.map((line, at) => `250${at + 1 < lines.length ? '-' : ' '}${line}`).join('\r\n'),
    AUTH: refusesLogin ? '535 wrong password' : '250 ok',
    RCPT: refuses || '250 ok',
    DATA: '354 go on',
    STARTTLS: offersTls ? '220 go on' : '502 not here',
    QUIT: '221 bye',
  };
  return answers[command] ?? '250 ok';
}

const commandIn = (text: string) => /^[A-Z]+/.exec(text)?.[0] ?? '';

/** Starts TLS with a certificate of an unknown authority. */
function underTls(socket: Socket): Socket {
  const { privateKey, der } = makeIdentity({ now: Date.now() });
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
  return new TLSSocket(socket, { isServer: true, key, cert: pemOf(der) });
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export async function startMailServer() {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const settings = { ...defaults };
  function serve(socket: Socket) {
    let inMessage = false;
    socket
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => {
        const text = `${bytes}`;
        received.push(text);
        if (settings.isSilent || (inMessage && !text.endsWith('\r\n.\r\n'))) return;
        const command = inMessage ? '' : commandIn(text);
        inMessage = command === 'DATA';
        socket.write(`${answerTo(command, settings)}\r\n`);
        if (command === 'STARTTLS' && settings.offersTls)
          serve(underTls(socket.removeAllListeners('data')));
      });
  }
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket);
    socket.write(`${settings.greets}\r\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings,
    received: () => received.join(''),
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
