// The demo as a manifest for `apply`. Secrets and addresses come from whoever starts the demo.

import { demoApplications } from './applications.ts';
import { demoPassword, people } from './people.ts';

/** `sampleUrl` without a trailing slash; `secrets`: application name → secret. */
export function demoApplicationsManifest(sampleUrl: string, secrets: Record<string, string>) {
  return {
    groups: ['students', 'employees'],
    applications: demoApplications.map(
      ({ id, name, title, description, groups, releases, protocol }) => ({
        id,
        name,
        title,
        description,
        access: { groups },
        releases: releases ?? null,
        protocol:
          protocol === 'ticket'
            ? {
                type: 'ticket',
                redirectUrl: `${sampleUrl}/${name}/callback`,
                secret: secrets[name],
              }
            : { type: 'link', url: `${sampleUrl}/${name}` },
      }),
    ),
  };
}

export function demoManifest(sampleUrl: string, secrets: Record<string, string>) {
  return {
    ...demoApplicationsManifest(sampleUrl, secrets),
    users: people.map(({ about: _, ...person }) => ({ ...person, password: demoPassword })),
  };
}
