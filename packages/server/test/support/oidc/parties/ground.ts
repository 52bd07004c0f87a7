// The environment of the scenarios: a provider with an application of each kind, and users who sign in.

import type { Ground, Party } from './party.ts';
import { createPerson } from './person.ts';
import { startReceiver } from './receiver.ts';
import { type Registered, registerAt } from './registered.ts';

export type ScenarioGround = Ground & {
  /** Puts the applications into the provider. */
  register(applications: Registered[]): Promise<void>;
  /** A student who may use every application. */
  student: { username: string; password: string; about: Record<string, unknown> };
  close(): Promise<void>;
};

export const errorIn = (location: string | undefined) =>
  new URL(location ?? 'about:blank').searchParams.get('error');

/** Returns the error of a client library; openid-client keeps the reason in `cause`. */
export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: Error) => `${error.message}: ${(error.cause as Error | undefined)?.message}`,
  );

/** Opens the environment and registers the applications in it. */
export async function settle(open: () => Promise<ScenarioGround>) {
  const ground = await open();
  const receiver = await startReceiver();
  const applications = await registerAt(receiver.origin);
  await ground.register(applications);
  const stranger = () => createPerson(ground.send, [ground.issuer]);

  async function student() {
    const person = stranger();
    await person.signIn(ground.issuer, ground.student.username, ground.student.password);
    return person;
  }

  return {
    ground,
    receiver,
    stranger,
    student,

    applicationOf(kind: string): Registered {
      const found = applications.find(({ name }) => name === kind);
      if (!found) throw new Error(`no application ${kind}`);
      return found;
    },

    async signedIn(party: Party) {
      const person = await student();
      const attempt = await party.begin();
      const { leadsTo = '' } = await person.go(attempt.address);
      return { person, attempt, leadsTo, received: await party.finish(leadsTo, attempt) };
    },

    async close() {
      await receiver.close();
      await ground.close();
    },
  };
}

export type Settled = Awaited<ReturnType<typeof settle>>;
