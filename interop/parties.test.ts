// openid-client and oauth4webapi at a started server: the scenarios of `npm test`, over HTTP.

import type { ScenarioGround } from '../packages/server/test/support/oidc/parties/ground.ts';
import { describeProtections } from '../packages/server/test/support/oidc/parties/protections.ts';
import { describeParties } from '../packages/server/test/support/oidc/parties/scenarios.ts';
import { startBrama } from './brama.ts';

async function open(): Promise<ScenarioGround> {
  const { issuer, student, apply, stop } = await startBrama();
  const { username, password, fullName, email, groups, studentId } = student;
  return {
    issuer,
    send: fetch,
    student: {
      username,
      password,
      about: { name: fullName, email, groups, student_id: studentId },
    },
    register: (applications) =>
      apply(
        JSON.stringify({
          applications: applications.map(({ id, clientId, protocol }) => ({
            id,
            name: clientId,
            title: { uk: clientId, en: clientId },
            description: { uk: 'клієнт інших', en: 'a client of others' },
            access: { groups },
            protocol,
          })),
        }),
      ),
    close: stop,
  };
}

describeParties(open);
describeProtections(open);
