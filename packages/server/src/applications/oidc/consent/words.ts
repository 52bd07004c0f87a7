// What the page that asks for consent says of one request: who asks, who is asked, and the very values that
// would be told.

import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import type { Client } from 'oidc-provider';
import type { Translate } from '../../../pages/translate.ts';
import type { User } from '../../../users/user.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { tokenSecondsOf } from '../clients/resources.ts';
import { receiverOf } from '../native/redirect-address.ts';
import { difference, isEmpty, type ScopeSet } from './consent.ts';

type Words = ReturnType<Translate>;

export type Question = {
  client: Client;
  user: User;
  /** Where the answer goes; none for a device. */
  address: string | undefined;
  /** On which no session ends anything. */
  isDevice: boolean;
  wish: ScopeSet;
  agreed: ScopeSet | undefined;
  /** Where the session knows it and it is asked for. */
  taxId: string | undefined;
};

function servicesIn(terms: ScopeSet, client: Client, language: Language): string {
  const { resources } = ownMetadataOf(client);
  const named = Object.entries(terms.resources).map(([indicator, scopes]) => {
    const title = resources.find((one) => one.indicator === indicator)?.title;
    return `${title?.[language] ?? indicator} (${scopes.join(', ')})`;
  });
  return named.join('; ');
}

function numbersOf({ studentId, employeeId }: User, t: Words): string[] {
  const student = studentId === null ? [] : [t('answers:consent.student', { id: studentId })];
  const employee = employeeId === null ? [] : [t('answers:consent.employee', { id: employeeId })];
  return [...student, ...employee];
}

/** Scope → what would be told, as text. */
function valuesOf({ user, taxId }: Question, t: Words) {
  const none = t('answers:consent.none');
  return {
    profile: `${user.fullName}, ${user.username}`,
    email: user.email ?? none,
    groups: user.groups.join(', ') || none,
    campus: numbersOf(user, t).join(', ') || none,
    tax_id: taxId ?? t('answers:consent.tax-id-later'),
  };
}

/** How long the application may still use services after a sign-out: a token for a service cannot be revoked. */
function servicesUntil({ client, isDevice, wish }: Question, language: Language, t: Words) {
  const wanted = ownMetadataOf(client).resources.filter(
    ({ indicator }) => wish.resources[indicator],
  );
  if (wanted.length === 0) return '';
  const wait = waitWords(Math.max(...wanted.map(tokenSecondsOf)), language);
  return t(`answers:consent.${isDevice ? 'services-outlive-device' : 'services-outlive'}`, {
    wait,
  });
}

/** Scopes that have a name on the page. */
const namedScopes = ['openid', 'profile', 'email', 'groups', 'campus', 'tax_id'] as const;

function nameOf(scope: string, t: Words): string {
  const named = namedScopes.find((one) => one === scope);
  return named === undefined ? scope : t(`answers:consent.scopes.${named}`);
}

function untilOf({ client, isDevice }: Question) {
  // without refresh tokens there is one access token each time
  const isShort = !client.grantTypeAllowed('refresh_token');
  if (isDevice) return isShort ? 'until-device-hour' : 'until-device';
  if (ownMetadataOf(client).isNative) return isShort ? 'until-native-hour' : 'until-native';
  return isShort ? 'until-hour' : 'until-signed-out';
}

export function consentParts(question: Question, language: Language, t: Words) {
  const { client, user, address, wish, agreed } = question;
  const list = new Intl.ListFormat(language);
  const news = difference(wish, agreed);
  // asked once more though nothing is new: then about all of it
  const shown = isEmpty(news) ? wish : news;
  const known = difference(wish, shown);
  const told = Object.entries(valuesOf(question, t)).filter(([scope]) =>
    shown.scopes.includes(scope),
  );
  const knownNames = known.scopes.map((scope) => nameOf(scope, t));
  const isServiceKnown = !isEmpty({ scopes: [], resources: known.resources });
  const knownServices = isServiceKnown ? [t('answers:consent.services')] : [];
  const services = servicesIn(shown, client, language);
  const { title, contact } = ownMetadataOf(client);
  return {
    application: title[language],
    contact,
    receiver: address === undefined ? '' : receiverOf(address),
    user: `${user.fullName} (${user.username})`,
    until: t(`answers:consent.${untilOf(question)}`),
    servicesUntil: servicesUntil(question, language, t),
    known: list.format([...knownNames, ...knownServices]),
    values: { ...Object.fromEntries(told), ...(services !== '' && { services }) },
  };
}
