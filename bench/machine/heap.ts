// Reads the heap of a Node.js process through the inspector protocol, without any support by the program.

import { once } from 'node:events';
import { freePort } from '../system/server.ts';

const bytesPerMib = 1024 ** 2;

type Result = Record<string, number>;

async function connect(port: number): Promise<WebSocket> {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  return socket;
}

async function call(socket: WebSocket, id: number, method: string): Promise<Result> {
  socket.send(JSON.stringify({ id, method }));
  for (;;) {
    const [{ data }] = await once(socket, 'message');
    const message: { id?: number; result?: Result } = JSON.parse(data);
    // events of the protocol have no id
    if (message.id === id) return message.result ?? {};
  }
}

export type Inspector = {
  /** Options of Node.js with which the program must start. */
  nodeArgs: readonly string[];
  /** Returns what objects, and buffers outside the heap, use in MiB. */
  usedMib(options: { collectFirst: boolean }): Promise<number>;
  /** Call this before the program stops, because it waits for its inspectors. */
  close(): void;
};

export async function createInspector(): Promise<Inspector> {
  const port = await freePort();
  let connected: WebSocket | undefined;
  let calls = 0;
  async function ask(method: string) {
    connected ??= await connect(port);
    calls += 1;
    return call(connected, calls, method);
  }
  return {
    nodeArgs: [`--inspect=127.0.0.1:${port}`],
    async usedMib({ collectFirst }) {
      // the second collection removes what finalizers of the first have released
      for (let times = collectFirst ? 2 : 0; times > 0; times -= 1)
        await ask('HeapProfiler.collectGarbage');
      const { usedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
      return (usedSize + backingStorageSize) / bytesPerMib;
    },
    close: () => connected?.close(),
  };
}
