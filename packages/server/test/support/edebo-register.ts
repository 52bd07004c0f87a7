// Starts the simulator of the register ЄДЕБО as a process, as the server meets it: over HTTP alone.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { EdeboClient } from '../../src/directory/import/edebo/client.ts';
import { createPostToOneAddress } from '../../src/outbound/one-address.ts';

const root = join(import.meta.dirname, '../../../..');

export const edeboCredentials = {
  user: 'reader@campus.example',
  password: 'secret-password-7',
  appKey: 'secret-app-key-7',
  universityId: 174,
};

export type RegisteredPerson = {
  personId: number;
  lastName: string;
  firstName: string;
  taxId: string | null;
  statuses: string[];
  works: boolean;
};

/** `count`: how many people it has, beside those whom the simulator of Diia knows if `hasCast`. */
export async function startEdeboRegister(count: number, { hasCast = false } = {}) {
  const { user, password, appKey, universityId } = edeboCredentials;
  const child = spawn(process.execPath, ['packages/simulators/src/edebo/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      EDEBO_PORT: '0',
      EDEBO_PEOPLE: `${count}`,
      EDEBO_CAST: hasCast ? '1' : '',
      EDEBO_USER: user,
      EDEBO_PASSWORD: password,
      EDEBO_APP_KEY: appKey,
      EDEBO_UNIVERSITY_ID: `${universityId}`,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready));
    child.once('exit', (code) => reject(new Error(`the register ended with ${code}`)));
  });
  const { origin } = new URL(url);
  async function control<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${origin}/control${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the register refused ${path}`);
    return answer.json() as Promise<T>;
  }
  return {
    url,
    set: (controls: object) => control('', controls),
    change: (personId: number | string, change: object) => control(`/people/${personId}`, change),
    people: () => control<RegisteredPerson[]>('/people'),
    /** Returns the paths of the requests since the last call. */
    requests: () => control<string[]>('/requests'),
    stop: () =>
      new Promise<void>((done) => {
        child.once('exit', () => done());
        child.kill('SIGTERM');
      }),
  };
}

/** Returns a client that does not wait, and the waits that it asked for. */
export function edeboClient(
  url: string,
  own: Partial<typeof edeboCredentials> = {},
  timeoutMs = 30_000,
) {
  const waits: number[] = [];
  const client = new EdeboClient({
    settings: { url, ...edeboCredentials, ...own },
    post: createPostToOneAddress(url),
    now: Date.now,
    wait: async (ms) => void waits.push(ms),
    timeoutMs,
  });
  return { client, waits };
}
