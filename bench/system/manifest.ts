// The manifest of the benchmark: invented users who share one password, a few who cannot sign in, and a portal of ten
// applications. One of them uses the ticket protocol.

import { randomBytes } from 'node:crypto';
import { argon2, argon2Parameters } from '../machine/argon2.ts';
import { casService, secretOf, ssoClients } from './clients.ts';
import { password, usernameOf } from './people.ts';

const passwordHash = await argon2.hash(password, argon2Parameters);

/** The application whose server resolves tickets. */
export const ticketApplication = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  secret: randomBytes(32).toString('base64url'),
};

export const disabledUser = 'disabled.user';
export const passwordlessUser = 'passwordless.user';
export const addresslessUser = 'addressless.user';
/** An address that two users share. */
export const sharedAddress = 'department@campus.example';

export const addressOf = (username: string) => `${username}@campus.example`;

function user(username: string) {
  return {
    username,
    fullName: `Шевченко-${username} Олена Іванівна`,
    email: addressOf(username),
    groups: ['students'],
    studentId: `KB-${username}`,
    data: { faculty: 'Факультет прикладної математики', group: 'КВ-31', phone: null },
  };
}

function application(number: number) {
  const name = `app-${number}`;
  const words = { uk: `Застосунок ${number}`, en: `Application ${number}` };
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name,
    title: words,
    description: { uk: `${words.uk}: навіщо він і кому`, en: `${words.en}: what it is for` },
    access: number % 3 === 0 ? { groups: ['employees'] } : 'everyone',
    protocol: { type: 'link', url: `https://${name}.campus.example/` },
  };
}

/** Applications that log in through OpenID Connect. */
const loggingIn = ssoClients.map(({ id, redirectUri, grants }, number) => ({
  ...application(100 + number),
  access: 'everyone',
  protocol: {
    type: 'oidc',
    metadata: { client_id: id, redirect_uris: [redirectUri], grant_types: grants },
    secret: secretOf(id),
  },
}));

const loggingInByCas = {
  ...application(200),
  access: 'everyone',
  protocol: {
    type: 'cas',
    services: [casService],
    attributes: { mail: 'email', displayName: 'fullName', member: 'groups' },
  },
};

export type Portal = 'tickets' | 'openid';

/** Returns the input of `apply`: `count` users who can sign in, and everything else. */
export function campus(count: number, portal: Portal) {
  const users = Array.from({ length: count }, (_, number) => ({
    ...user(usernameOf(number)),
    passwordHash,
  }));
  const others = [
    { ...user(disabledUser), passwordHash, disabled: true },
    user(passwordlessUser),
    { ...user(addresslessUser), passwordHash, email: null },
    ...['first.sharing', 'second.sharing'].map((username) => ({
      ...user(username),
      passwordHash,
      email: sharedAddress,
    })),
  ];
  const links = Array.from({ length: 9 }, (_, number) => application(number));
  return {
    groups: ['students', 'employees'],
    users: [...users, ...others],
    applications: [
      {
        ...application(9),
        id: ticketApplication.id,
        access: 'everyone',
        protocol: {
          type: 'ticket',
          redirectUrl: 'https://app-9.campus.example/callback',
          secret: ticketApplication.secret,
        },
      },
      ...links,
      ...(portal === 'openid' ? [...loggingIn, loggingInByCas] : []),
    ],
  };
}
