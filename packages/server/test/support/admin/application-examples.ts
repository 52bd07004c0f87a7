// Valid requests for the routes of applications; a part of `examples.ts`.

import type { applicationRoutes } from '@brama/contract/admin/applications';
import { blankFacts } from '@brama/contract/applications/fields';
import type { Application } from '../../../src/applications/application.ts';
import { createApplicationStore } from '../../../src/applications/store.ts';
import { hashSecret } from '../../../src/crypto/secrets.ts';
import type { World } from '../world.ts';
import type { Example } from './callers.ts';

/** Adds an application of the ticket protocol with this owner. */
export async function addOwnApplication(
  { db, clock }: World,
  ownerId: string,
  fields: Partial<Application> = {},
) {
  const id = crypto.randomUUID();
  const secretId = crypto.randomUUID();
  const secret = { id: secretId, name: 'first', hash: hashSecret('first'), createdAt: 0 };
  await createApplicationStore(db, () => clock.now).insert(db, {
    ...blankFacts(),
    id,
    name: `app-${id}`,
    title: { uk: 'Назва', en: 'Title' },
    description: { uk: 'опис', en: 'about' },
    access: { groups: ['students'] },
    secrets: [{ ...secret, expiresAt: clock.now + 3_600_000 }],
    protocol: {
      type: 'ticket',
      settings: { redirectUrl: 'https://own.example/', secretHash: hashSecret('manifest') },
    },
    ...fields,
  });
  await db
    .insertInto('application_owners')
    .values({ application_id: id, user_id: ownerId })
    .execute();
  return { id, secretId, userId: ownerId };
}

const object = (world: World, ownerId: string) => addOwnApplication(world, ownerId);
const inAnHour = ({ clock }: World) => new Date(clock.now + 3_600_000).toISOString();

const newApplication = () => ({
  body: {
    name: `new-${crypto.randomUUID()}`,
    title: { uk: 'Нова', en: 'New' },
    description: { uk: 'опис', en: 'about' },
    access: { any: [{ attribute: 'data.faculty', is: 'ФПМ' }] },
    protocol: { type: 'ticket', redirectUrl: 'https://new.example/' },
  },
});

export const applicationExamples: Record<keyof typeof applicationRoutes, Example> = {
  listApplications: {},
  createApplication: { input: newApplication },
  validateNewApplication: { input: newApplication },
  readApplication: { object },
  updateApplication: {
    object,
    input: () => ({ body: { protocol: { type: 'ticket', redirectUrl: 'https://b.example/' } } }),
  },
  deleteApplication: { object },
  listApplicationSecrets: { object },
  createApplicationSecret: {
    object,
    input: (world) => ({ body: { name: 'second', expiresAt: inAnHour(world) } }),
  },
  deleteApplicationSecret: { object },
  listApplicationOwners: { object },
  addApplicationOwner: { object },
  removeApplicationOwner: { object },
  validateApplication: { object, input: () => ({ body: { title: { uk: 'Нова', en: 'New' } } }) },
  explainApplicationAccess: { object },
  listRefusedMembers: {
    object: async (world, id) => {
      await world.db
        .insertInto('groups')
        .values({ name: 'students', created_at: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return object(world, id);
    },
    input: () => ({ query: { group: 'students' } }),
  },
  previewApplicationAccess: { object, input: () => ({ body: { access: 'everyone' } }) },
  listApplicationUsers: { object },
  previewApplicationClaims: { object, input: ({ olena }) => ({ query: { userId: olena } }) },
  readApplicationOverview: { object },
  diagnoseApplication: { object },
};
