// What the page that asks for consent says of one request: who asks, who is asked, and the very values that
// would be told.

import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import type { Client } from 'oidc-provider';
import { z } from 'zod';
import type { User } from '../../../users/user.ts';
import type { AnswerParts } from '../../interaction-pages.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { tokenSecondsOf } from '../clients/resources.ts';
import { receiverOf } from '../native/redirect-address.ts';
import { difference, isEmpty, type ScopeSet } from './consent.ts';

const consentWords = z.object({
  consent: z.object({
    none: z.string(),
    'tax-id-later': z.string(),
    student: z.string(),
    employee: z.string(),
    'until-signed-out': z.string(),
    'until-hour': z.string(),
    'until-native': z.string(),
    'until-native-hour': z.string(),
    'until-device': z.string(),
    'until-device-hour': z.string(),
    'services-outlive': z.string(),
    'services-outlive-device': z.string(),
    scopes: z.object({
      openid: z.string(),
      profile: z.string(),
      email: z.string(),
      groups: z.string(),
      campus: z.string(),
      tax_id: z.string(),
    }),
    services: z.string(),
  }),
});
type Words = z.infer<typeof consentWords>['consent'];

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

function numbersOf({ studentId, employeeId }: User, say: Words): string[] {
  const student = studentId === null ? [] : [say.student.replace('{{id}}', () => studentId)];
  const employee = employeeId === null ? [] : [say.employee.replace('{{id}}', () => employeeId)];
  return [...student, ...employee];
}

/** Scope → what would be told, as text. */
function valuesOf({ user, taxId }: Question, say: Words) {
  return {
    profile: `${user.fullName}, ${user.username}`,
    email: user.email ?? say.none,
    groups: user.groups.join(', ') || say.none,
    campus: numbersOf(user, say).join(', ') || say.none,
    tax_id: taxId ?? say['tax-id-later'],
  };
}

/** How long the application may still use services after a sign-out: a token for a service cannot be revoked. */
function servicesUntil({ client, isDevice, wish }: Question, language: Language, say: Words) {
  const wanted = ownMetadataOf(client).resources.filter(
    ({ indicator }) => wish.resources[indicator],
  );
  if (wanted.length === 0) return '';
  const longest = waitWords(Math.max(...wanted.map(tokenSecondsOf)), language);
  return say[isDevice ? 'services-outlive-device' : 'services-outlive'].replace(
    '{{wait}}',
    longest,
  );
}

function untilOf({ client, isDevice }: Question) {
  // without refresh tokens there is one access token each time
  const isShort = !client.grantTypeAllowed('refresh_token');
  if (isDevice) return isShort ? 'until-device-hour' : 'until-device';
  if (ownMetadataOf(client).isNative) return isShort ? 'until-native-hour' : 'until-native';
  return isShort ? 'until-hour' : 'until-signed-out';
}

export function consentParts(question: Question, language: Language, words: unknown): AnswerParts {
  const { client, user, address, wish, agreed } = question;
  const say = consentWords.parse(words).consent;
  const list = new Intl.ListFormat(language);
  const news = difference(wish, agreed);
  // asked once more though nothing is new: then about all of it
  const shown = isEmpty(news) ? wish : news;
  const known = difference(wish, shown);
  const values = valuesOf(question, say);
  const told = (scope: keyof typeof values) => (shown.scopes.includes(scope) ? values[scope] : '');
  const knownNames = known.scopes.map(
    (scope) => say.scopes[scope as keyof Words['scopes']] ?? scope,
  );
  const knownServices = isEmpty({ scopes: [], resources: known.resources }) ? [] : [say.services];
  const { title, contact } = ownMetadataOf(client);
  return {
    application: title[language],
    contact,
    consentHost: address === undefined ? '' : receiverOf(address),
    consentUser: `${user.fullName} (${user.username})`,
    consentUntil: say[untilOf(question)],
    consentServicesUntil: servicesUntil(question, language, say),
    consentKnown: list.format([...knownNames, ...knownServices]),
    giveProfile: told('profile'),
    giveEmail: told('email'),
    giveGroups: told('groups'),
    giveCampus: told('campus'),
    giveTaxId: told('tax_id'),
    giveServices: servicesIn(shown, client, language),
  };
}
