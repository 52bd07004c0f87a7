import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { makeWorld, ours, password } from '../../test/support/world.ts';

function post(port: number, path: string, body: unknown, agent: Agent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      { port, path, method: 'POST', host: '127.0.0.1', headers: ours, agent },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

test('a stop completes running requests and accepts no new connection', async () => {
  const world = await makeWorld('sqlite');
  const agent = new Agent({ keepAlive: true });
  try {
    await world.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.server.server.address() as AddressInfo;
    const credentials = { username: 'o.shevchenko', password };
    const many = 8;
    const allBegan = new Promise<void>((resolve) => {
      let begun = 0;
      world.server.server.on('request', () => {
        begun += 1;
        if (begun === many) resolve();
      });
    });
    const underWay = Array.from({ length: many }, () =>
      post(port, '/api/auth', credentials, agent),
    );
    await allBegan;
    const closed = world.server.close();
    const answers = await Promise.all(underWay);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: many }, () => 200));
    await closed;
    await expect(post(port, '/api/auth', credentials, agent)).rejects.toThrow('ECONNREFUSED');
  } finally {
    agent.destroy();
    await world.close();
  }
});
