// openid-client and oauth4webapi at a started server: the scenarios of `npm test`, over HTTP.

import type { ScenarioGround } from '@brama/server/testing/oidc/parties/ground';
import { describeProtections } from '@brama/server/testing/oidc/parties/protections';
import { describeParties } from '@brama/server/testing/oidc/parties/scenarios';
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
