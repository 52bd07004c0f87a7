// Content of the consent page for one authorization request: which client asks, which user, and which values it would learn.

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

export type ConsentQuestion = {
  client: Client;
  user: User;
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

function numbersOf({ studentId, employeeId }: User, words: Words): string[] {
  const student = studentId === null ? [] : [words.student.replace('{{id}}', () => studentId)];
  const employee = employeeId === null ? [] : [words.employee.replace('{{id}}', () => employeeId)];
  return [...student, ...employee];
}

/** Returns for each scope the values that the client would learn, as text. */
function valuesOf({ user, taxId }: ConsentQuestion, words: Words) {
  return {
    profile: `${user.fullName}, ${user.username}`,
    email: user.email ?? words.none,
    groups: user.groups.join(', ') || words.none,
    campus: numbersOf(user, words).join(', ') || words.none,
    tax_id: taxId ?? words['tax-id-later'],
  };
}

/** Says how long the client can use services after a sign-out: an access token for a service cannot be revoked. */
function servicesUntil(question: ConsentQuestion, language: Language, words: Words): string {
  const { client, isDevice, requested } = question;
  const services = ownMetadataOf(client).resources.filter(
    ({ indicator }) => requested.resources[indicator],
  );
  if (services.length === 0) return '';
  const longest = waitWords(Math.max(...services.map(tokenSecondsOf)), language);
  const text = words[isDevice ? 'services-outlive-device' : 'services-outlive'];
  return text.replace('{{wait}}', longest);
}

function accessEnd({ client, isDevice }: ConsentQuestion) {
  // without refresh tokens the client gets one access token each time
  const isShort = !client.grantTypeAllowed('refresh_token');
  if (isDevice) return isShort ? 'until-device-hour' : 'until-device';
  if (ownMetadataOf(client).isNative) return isShort ? 'until-native-hour' : 'until-native';
  return isShort ? 'until-hour' : 'until-signed-out';
}

/** Returns the names of scopes that are consented already and not asked about again. */
function knownScopes(known: ScopeSet, language: Language, words: Words): string {
  const names = known.scopes.map((scope) => words.scopes[scope as keyof Words['scopes']] ?? scope);
  const services = Object.keys(known.resources).length === 0 ? [] : [words.services];
  return new Intl.ListFormat(language).format([...names, ...services]);
}

export function consentParts(
  question: ConsentQuestion,
  language: Language,
  answerWords: unknown,
): AnswerParts {
  const { client, user, redirectUri, requested, consented } = question;
  const words = consentWords.parse(answerWords).consent;
  const added = difference(requested, consented);
  // asked again although no scope is new: then about all of them
  const shown = isEmpty(added) ? requested : added;
  const values = valuesOf(question, words);
  const textOf = (scope: keyof typeof values) =>
    shown.scopes.includes(scope) ? values[scope] : '';
  const { title, contact } = ownMetadataOf(client);
  return {
    application: title[language],
    contact,
    consentHost: redirectUri === undefined ? '' : receiverOf(redirectUri),
    consentUser: `${user.fullName} (${user.username})`,
    consentUntil: words[accessEnd(question)],
    consentServicesUntil: servicesUntil(question, language, words),
    consentKnown: knownScopes(difference(requested, shown), language, words),
    giveProfile: textOf('profile'),
    giveEmail: textOf('email'),
    giveGroups: textOf('groups'),
    giveCampus: textOf('campus'),
    giveTaxId: textOf('tax_id'),
    giveServices: servicesIn(shown, client, language),
  };
}
