// Accepts every email and stores none (SMTP, RFC 5321). Prints its address when it listens.

import { type AddressInfo, createServer } from 'node:net';

const endOfEmail = '\r\n.\r\n';

const server = createServer((socket) => {
  let inEmail = false;
  let received = '';
  socket.setEncoding('utf8').on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    received += text;
    if (!received.endsWith(inEmail ? endOfEmail : '\r\n')) return;
    inEmail = !inEmail && received.startsWith('DATA');
    socket.write(inEmail ? '354 go on\r\n' : '250 ok\r\n');
    received = '';
  });
  socket.write('220 here\r\n');
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ ready: `smtp://127.0.0.1:${port}` });
});

process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
