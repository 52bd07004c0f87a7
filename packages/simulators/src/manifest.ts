// Builds the manifest of the demo for `brama apply`. The caller provides secrets and addresses.

import { administrators, demoOwners } from './administrators.ts';
import { type DemoApplication, demoApplications, demoSandbox } from './applications.ts';
import { demoPassword, people } from './people.ts';

/** Returns the protocol of an application in the manifest. `home`: its address. */
function protocolOf(
  { protocol, ofOthers = false }: DemoApplication,
  home: string,
  secret: string | undefined,
) {
  switch (protocol) {
    case 'ticket':
      return { type: 'ticket', redirectUrl: `${home}/callback`, secret };
    case 'oidc':
      return {
        type: 'oidc',
        metadata: {
          redirect_uris: [`${home}/callback`],
          post_logout_redirect_uris: [home],
          backchannel_logout_uri: `${home}/sign-out-elsewhere`,
          backchannel_logout_session_required: true,
          initiate_login_uri: `${home}/start`,
          scope: 'openid profile email groups campus',
        },
        secret,
        firstParty: !ofOthers,
      };
    case 'cas':
      return {
        type: 'cas',
        services: [home],
        startUrl: `${home}/start`,
        attributes: { name: 'fullName', mail: 'email', memberOf: 'groups' },
      };
    case 'device':
      return {
        type: 'oidc',
        metadata: {
          token_endpoint_auth_method: 'none',
          grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
          scope: 'openid profile',
        },
      };
    case 'link':
      return { type: 'link', url: home };
  }
}

const demoGroups = [
  { name: 'students', title: { uk: 'Студенти', en: 'Students' } },
  { name: 'employees', title: { uk: 'Працівники', en: 'Employees' }, secondFactor: 'offered' },
];

/** `sampleUrl` has no trailing slash. `secrets`: application name → secret. */
export function demoApplicationsManifest(sampleUrl: string, secrets: Record<string, string>) {
  const applications = demoApplications.map((application) => {
    const { id, name, title, description, category, icon, groups, minimumLevel, releases } =
      application;
    const protocol = protocolOf(application, `${sampleUrl}/${name}`, secrets[name]);
    const access = { groups };
    return {
      id,
      name,
      title,
      description,
      category,
      icon,
      access,
      minimumLevel: minimumLevel ?? null,
      releases: releases ?? null,
      protocol,
    };
  });
  return { groups: demoGroups, applications: [...applications, demoSandbox] };
}

export function demoManifest(sampleUrl: string, secrets: Record<string, string>) {
  const { groups, applications } = demoApplicationsManifest(sampleUrl, secrets);
  return {
    groups,
    applications: applications.map((application) => {
      const owner = demoOwners[application.name];
      return owner === undefined ? application : { ...application, owners: [owner] };
    }),
    users: [...people, ...administrators].map(({ about: _, ...user }) => ({
      ...user,
      password: demoPassword,
    })),
  };
}
