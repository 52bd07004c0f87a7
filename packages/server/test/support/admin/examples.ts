// A valid request for each route of the administration API. A route without one does not compile.

import type { AdminRouteId } from '@brama/contract/admin/routes';
import { ApprovalStore } from '../../../src/admin/approvals/approval-store.ts';
import { TokenStore } from '../../../src/admin/tokens/token-store.ts';
import { Registrations } from '../../../src/applications/oidc/clients/registrations.ts';
import { createApplicationStore } from '../../../src/applications/store.ts';
import { newSecret } from '../../../src/crypto/secrets.ts';
import { grantRole } from '../../../src/users/roles/role-store.ts';
import { addUser, type World } from '../world.ts';
import { applicationExamples } from './application-examples.ts';
import type { Example } from './callers.ts';
import { examplesOfUsers } from './examples-of-users.ts';
import { addPasskey, addSecondFactors, linkGoogle } from './factors.ts';

async function addToken(world: World, userId: string) {
  const tokens = new TokenStore(world.db, () => world.clock.now);
  const expiresAt = world.clock.now + 3_600_000;
  const token = { name: 'of somebody', userId, scopes: ['users.read' as const], expiresAt };
  return { id: (await tokens.create(world.db, token)).id };
}

/** Adds a user with a role, which is no role of the caller. */
async function addHolder(world: World) {
  const id = await addUser(world.db, { username: crypto.randomUUID() }, world.passwordHash);
  await grantRole(world.db, { userId: id, role: 'auditor', at: 1 });
  return { id, role: 'auditor' };
}

async function addSession(world: World, userId: string) {
  const uid = crypto.randomUUID();
  const at = world.clock.now;
  await world.db
    .insertInto('sessions')
    .values({
      uid,
      user_id: userId,
      id_hash: uid,
      method: 'password',
      amr: null,
      verified_at: at,
      created_at: at,
      seen_at: at,
      expires_at: at + 3_600_000,
      shared_computer: 0,
      browser: 'Safari',
      system: null,
      encrypted_tax_id: null,
      identity_verified_at: null,
      assured_at: null,
    })
    .execute();
  return { id: userId, sessionId: uid };
}

/** The caller keeps its session. */
const addSignedIn = async (world: World) => {
  const id = await addUser(world.db, { username: crypto.randomUUID() }, world.passwordHash);
  await addSession(world, id);
  return { id };
};

/** Adds a user without a role: actions on administrators need two of them. */
const addOther = async (world: World) => ({
  id: await addUser(world.db, { username: crypto.randomUUID() }, world.passwordHash),
});

async function addLinked(world: World) {
  const { id } = await addOther(world);
  await linkGoogle(world, id);
  return { id, method: 'google' };
}

async function addWithPasskey(world: World) {
  const { id } = await addOther(world);
  return { id, passkeyId: await addPasskey(world, id) };
}

async function addWithFactors(world: World) {
  const { id } = await addOther(world);
  await addSecondFactors(world, id);
  return { id, factor: 'authenticator-app' };
}

/** Adds an approval of an action on one administrator, requested by another. */
async function addApproval(world: World) {
  const [userId, requestedById] = [(await addOther(world)).id, (await addOther(world)).id];
  for (const one of [userId, requestedById])
    await grantRole(world.db, { userId: one, role: 'administrator', at: 1 });
  const action = { action: 'access-code.issue', hours: 1, reason: 'lost phone' } as const;
  const approvals = new ApprovalStore(() => world.clock.now);
  const given = { ...action, userId, userVersion: 1, requestedById };
  return { id: await approvals.add(world.db, given) };
}

function registrationsOf({ db, clock }: World) {
  const now = () => clock.now;
  return new Registrations({ db, applications: createApplicationStore(db, now), now });
}

async function addRegistrationToken(world: World) {
  const { id } = await registrationsOf(world).issue({ groups: null, ttlSeconds: 60 });
  return { id };
}

async function addRegistration(world: World) {
  const registrations = registrationsOf(world);
  const { token } = await registrations.issue({ groups: null, ttlSeconds: 60 });
  const id = crypto.randomUUID();
  const body = { redirect_uris: ['https://guest.example/callback'], client_name: 'Guest' };
  await registrations.register({ token, body, clientId: id, secret: newSecret() });
  return { id };
}

const because = { reason: 'lost phone' };

const inAnHour = ({ clock }: World) => new Date(clock.now + 3_600_000).toISOString();

export const examples: Record<AdminRouteId, Example> = {
  ...examplesOfUsers,
  readSelf: {},
  listUsers: {},
  countUsers: {},
  exportUsers: {},
  readUser: { object: async (_world, id) => ({ id }) },
  readUserAccount: { object: async (_world, id) => ({ id }) },
  viewAsUser: {
    object: async (_world, id) => ({ id }),
    input: () => ({ body: { reason: 'asked on the phone' } }),
  },
  listTokens: {},
  listSettings: {},
  readStatus: {},
  runDoctor: {},
  sendTestEmail: { input: () => ({ body: {} }) },
  countSignIns: {},
  createToken: {
    input: (world) => ({
      body: { name: 'reports', scopes: ['tokens.read'], expiresAt: inAnHour(world) },
    }),
  },
  revokeToken: { object: addToken },
  listRoles: { input: () => ({ query: { role: 'auditor' } }) },
  grantRole: { object: async (world) => ({ ...(await addHolder(world)), role: 'operator' }) },
  revokeRole: { object: addHolder },
  listSessions: { object: async (_world, id) => ({ id }) },
  endSession: { object: addSession },
  endSessions: { object: addSignedIn },
  ...applicationExamples,
  readFactors: { object: async (_world, id) => ({ id }) },
  unlinkIdentity: { object: addLinked },
  removePasskey: { object: addWithPasskey },
  removeFactor: { object: addWithFactors },
  resetFactors: { object: addOther, input: () => ({ body: because }) },
  issueAccessCode: { object: addOther, input: () => ({ body: because }) },
  listApprovals: {},
  approveAction: { object: addApproval },
  withdrawApproval: { object: addApproval },
  listKeys: {},
  listEvents: {},
  listAttention: {},
  rotateKeys: { input: () => ({ body: {} }) },
  listRegistrations: {},
  createRegistrationToken: { input: () => ({ body: {} }) },
  listRegistrationTokens: {},
  revokeRegistrationToken: { object: addRegistrationToken },
  removeRegistration: { object: addRegistration },
};
