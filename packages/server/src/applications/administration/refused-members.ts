// Says which members of a group cannot open an application, and why.

import { pageFrom, positionOf } from '../../admin/cursor.ts';
import type { Handlers } from '../../admin/handler.ts';
import { fail } from '../../errors.ts';
import { checkGroupsExist } from '../../users/groups.ts';
import { listRefusedMembers } from '../access/refused-members.ts';
import { acceptedMethods, type LevelSettings } from '../levels/method-levels.ts';
import type { Protocol } from '../protocol.ts';
import type { ApplicationStore } from '../store.ts';

type Deps = {
  store: ApplicationStore;
  protocols: ReadonlyMap<string, Protocol>;
  levels: LevelSettings;
};

export const createRefusedMembersHandlers = ({
  store,
  protocols,
  levels,
}: Deps): Handlers<'listRefusedMembers'> => ({
  async listRefusedMembers({ params: { id }, query, queries, record }) {
    const { limit, cursor } = query;
    const group = query.group.normalize('NFC');
    const { application } = (await store.readDated(queries, id)) ?? fail('admin.not-found');
    await checkGroupsExist(queries, [group], () => 'group');
    const { access, minimumLevel, protocol } = application;
    const signInMethods = protocols.get(protocol.type)?.signInMethodsOf?.(application) ?? null;
    const methods = acceptedMethods({ signInMethods, minimumLevel }, levels);
    const filters = { list: 'refused members', id, group };
    const after = positionOf(cursor, filters)?.key ?? '';
    const { total, counts, found } = await listRefusedMembers(
      queries,
      { group, access, methods },
      { after, limit: limit + 1 },
    );
    await record({ type: 'application.users-viewed', applicationId: id, details: { group } });
    const page = pageFrom(found, limit, filters, {
      shown: ({ usernameKey: _key, ...member }) => member,
      position: ({ usernameKey: key, id: userId }) => ({ key, id: userId }),
    });
    return { ...page, total, counts };
  },
});
