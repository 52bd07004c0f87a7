// Third-party client libraries with a composed server; `npm run test:interop` does the same with a started one.

import { beforeEach } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { addOidcApplication } from '../../../test/support/oidc/applications.ts';
import { sendTo } from '../../../test/support/oidc/client.ts';
import type { ScenarioGround } from '../../../test/support/oidc/parties/ground.ts';
import { describeProtections } from '../../../test/support/oidc/parties/protections.ts';
import { describeParties } from '../../../test/support/oidc/parties/scenarios.ts';
import { makeWorld, password, type World } from '../../../test/support/world.ts';

const sorts = { all: describeParties, protections: describeProtections };

for (const [sort, scenarios] of Object.entries(sorts))
  describeOnDatabases(`third-party clients, ${sort}`, (kind) => {
    let world: World;

    beforeEach(() => {
      // the libraries read the real clock
      world.clock.now = Date.now();
    });

    scenarios(async (): Promise<ScenarioGround> => {
      world = await makeWorld(kind);
      world.clock.now = Date.now();
      return {
        issuer: 'http://localhost:3000',
        send: sendTo(world.server),
        student: {
          username: 'o.shevchenko',
          password,
          about: {
            name: 'Шевченко Олена',
            email: 'O.Shevchenko@campus.example',
            groups: ['students'],
            student_id: 'KV-1',
          },
        },
        async register(applications) {
          for (const { id, clientId, protocol } of applications)
            await addOidcApplication(world.db, { id, name: clientId, protocol });
        },
        close: () => world.close(),
      };
    });
  });
