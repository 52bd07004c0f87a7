// Content of the consent and confirmation pages for one authorization request.

import { fullNameIn } from '@brama/contract/api/full-name';
import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import {
  type FieldsWith,
  type TextFieldName,
  textFieldNames,
  type UserField,
  userFields,
} from '@brama/contract/users/fields';
import type { Client } from 'oidc-provider';
import type { Translate } from '../../../pages/translate.ts';
import type { User } from '../../../users/user.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { tokenSecondsOf } from '../clients/resources.ts';
import { isOnThisComputer, receiverOf } from '../native/redirect-address.ts';
import { difference, isEmpty, type ScopeSet } from './scope-set.ts';

type Words = ReturnType<Translate>;

export type ConsentQuestion = {
  client: Client;
  user: User;
  /** The titles of the user's groups, in the language of the page. */
  groups: readonly string[];
  /** Where the client receives the response; undefined for a device. */
  redirectUri: string | undefined;
  /** Sessions do not limit the access of a device. */
  isDevice: boolean;
  requested: ScopeSet;
  consented: ScopeSet | undefined;
  /** Only if it is requested and the session knows it. */
  taxId: string | undefined;
};

function servicesIn(shown: ScopeSet, client: Client, language: Language): string {
  const { resources } = ownMetadataOf(client);
  const named = Object.entries(shown.resources).map(([indicator, scopes]) => {
    const title = resources.find((one) => one.indicator === indicator)?.title;
    return `${title?.[language] ?? indicator} (${scopes.join(', ')})`;
  });
  return named.join('; ');
}

const numberWords = {
  studentId: 'interaction:consent.student',
  employeeId: 'interaction:consent.employee',
} as const satisfies Record<FieldsWith<'claim', { scope: 'campus' }>, string>;

function numbersOf(user: User, t: Words): string {
  const names = Object.keys(numberWords) as (keyof typeof numberWords)[];
  const numbers = names.flatMap((name) => {
    const id = user[name];
    return id === null ? [] : [t(numberWords[name], { id })];
  });
  return numbers.join(', ');
}

const claimOf = (name: TextFieldName): UserField['claim'] => userFields[name].claim;
const namesInProfile = textFieldNames.filter((name) => claimOf(name)?.scope === 'profile');

/** The username last. */
function namesOf(user: User): string {
  const names = namesInProfile.filter((name) => name !== 'username');
  return [...names.map((name) => user[name]), user.username].filter(Boolean).join(', ');
}

/** Returns for each scope the values that the client would learn, as text. */
function valuesOf({ user, groups, taxId }: ConsentQuestion, t: Words) {
  const none = t('interaction:consent.none');
  return {
    profile: namesOf(user),
    email: user.email ?? none,
    groups: groups.join(', ') || none,
    campus: numbersOf(user, t) || none,
    tax_id: taxId ?? t('interaction:consent.tax-id-later'),
  };
}

/** Says how long the client can use services after a sign-out: an access token for a service cannot be revoked. */
function servicesUntil(question: ConsentQuestion, language: Language, t: Words): string {
  const { client, isDevice, requested } = question;
  const services = ownMetadataOf(client).resources.filter(
    ({ indicator }) => requested.resources[indicator],
  );
  if (services.length === 0) return '';
  const wait = waitWords(Math.max(...services.map(tokenSecondsOf)), language);
  return t(`interaction:consent.${isDevice ? 'services-outlive-device' : 'services-outlive'}`, {
    wait,
  });
}

function accessEnd({ client, isDevice }: ConsentQuestion) {
  // without refresh tokens the client gets one access token each time
  const isShort = !client.grantTypeAllowed('refresh_token');
  if (isDevice) return isShort ? 'until-device-hour' : 'until-device';
  if (ownMetadataOf(client).isNative) return isShort ? 'until-native-hour' : 'until-native';
  return isShort ? 'until-hour' : 'until-signed-out';
}

const namedScopes = ['openid', 'profile', 'email', 'groups', 'campus', 'tax_id'] as const;

function nameOf(scope: string, t: Words): string {
  const named = namedScopes.find((one) => one === scope);
  return named === undefined ? scope : t(`interaction:consent.scopes.${named}`);
}

/** Returns the names of scopes that are consented already and not asked about again. */
function knownScopes(known: ScopeSet, language: Language, t: Words): string {
  const names = known.scopes.map((scope) => nameOf(scope, t));
  const hasServices = Object.keys(known.resources).length > 0;
  const services = hasServices ? [t('interaction:consent.services')] : [];
  return new Intl.ListFormat(language).format([...names, ...services]);
}

export function consentParts(question: ConsentQuestion, language: Language, t: Words) {
  const { client, user, redirectUri, requested, consented } = question;
  const added = difference(requested, consented);
  // asked again although no scope is new: then about all of them
  const shown = isEmpty(added) ? requested : added;
  const values = Object.entries(valuesOf(question, t)).filter(([scope]) =>
    shown.scopes.includes(scope),
  );
  const services = servicesIn(shown, client, language);
  const { title, contact } = ownMetadataOf(client);
  return {
    application: title[language],
    contact,
    receiver: redirectUri === undefined ? '' : receiverOf(redirectUri),
    user: `${fullNameIn(language, user)} (${user.username})`,
    until: t(`interaction:consent.${accessEnd(question)}`),
    servicesUntil: servicesUntil(question, language, t),
    known: knownScopes(difference(requested, shown), language, t),
    values: { ...Object.fromEntries(values), ...(services !== '' && { services }) },
  };
}

/** Returns the content of the confirmation page: the client, the receiver of the response, and the signed-in user. */
export function confirmationParts(
  { client, user, redirectUri }: Pick<ConsentQuestion, 'client' | 'user' | 'redirectUri'>,
  language: Language,
  t: Words,
) {
  const receiverIn = (uri: string) =>
    isOnThisComputer(uri) ? t('interaction:native-confirm.this-computer') : receiverOf(uri);
  return {
    application: ownMetadataOf(client).title[language],
    receiver: redirectUri === undefined ? '' : receiverIn(redirectUri),
    person: t('interaction:device-confirm.person', {
      name: `${fullNameIn(language, user)} (${user.username})`,
    }),
  };
}
