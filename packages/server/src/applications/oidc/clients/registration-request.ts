// Reads a client registration request (RFC 7591): which application it becomes, and why it is rejected. A registered client
// gets no more rights than a third-party application. Pure.

import type { Access } from '@brama/contract/admin/access';
import { blankFacts } from '@brama/contract/applications/fields';
import { validateText } from '@brama/contract/text';
import type { Application } from '../../application.ts';
import { receiverOf } from '../native/redirect-address.ts';
import { type ClientMetadata, metadataNames } from './client-metadata.ts';
import { oidcSettings, oidcSettingsFrom } from './settings.ts';

export type RegistrationRequest = {
  token: string;
  body: Record<string, unknown>;
  clientId: string;
  secret: string | undefined;
};

/** Says which field of a request is wrong. */
export class RegistrationError extends Error {
  override name = 'RegistrationError';
}

/** Returns the supported metadata; the server ignores the rest (RFC 7591 §2). */
function supportedMetadata(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    metadataNames.flatMap((name) =>
      name === 'client_id' || body[name] === undefined ? [] : [[name, body[name]]],
    ),
  );
}

function hostOf(body: Record<string, unknown>): string {
  const [first] = [body['redirect_uris'] ?? []].flat();
  const address = `${body['client_uri'] ?? first}`;
  return URL.canParse(address) ? receiverOf(address) : 'application';
}

/** Invisible characters, and quotation marks, which would seem to end the name in our texts. */
const deceptive = /[\p{Cf}"«»“”„‟]/u;

/** Returns the title that users see, in both languages (RFC 7591 §2.2). */
function titleOf(body: Record<string, unknown>): Application['title'] {
  const general = body['client_name'] ?? hostOf(body);
  const inLanguage = (language: 'uk' | 'en') => {
    const title = body[`client_name#${language}`] ?? general;
    const issue = validateText(title, 100);
    if (issue !== undefined) throw new RegistrationError(`client_name ${issue}`);
    if (deceptive.test(`${title}`))
      throw new RegistrationError(
        'client_name must not hold quotation marks or invisible characters',
      );
    return `${title}`;
  };
  return { uk: inLanguage('uk'), en: inLanguage('en') };
}

/** Checks that the site shown to users is a host to which they return (RFC 7591 §5). */
function checkSite({ client_uri: site, redirect_uris: addresses = [] }: ClientMetadata) {
  const isOwn = (address: string) => URL.parse(address)?.host === URL.parse(`${site}`)?.host;
  if (site !== undefined && !addresses.some(isOwn))
    throw new RegistrationError('client_uri must have a host of redirect_uris');
}

function contactOf(body: Record<string, unknown>): string | null {
  const [first] = Array.isArray(body['contacts']) ? body['contacts'] : [];
  return typeof first === 'string' ? first : null;
}

/** @throws {RegistrationError} */
export function applicationFrom(
  { body, clientId, secret }: RegistrationRequest,
  access: Access,
): Application {
  const protocol = { type: 'oidc', metadata: supportedMetadata(body), firstParty: false, secret };
  const read = oidcSettingsFrom(protocol, undefined);
  if ('issues' in read)
    throw new RegistrationError(
      read.issues.map(({ path, reason }) => `${path.slice(1).join('.')} ${reason}`).join('; '),
    );
  checkSite(oidcSettings.parse(read.settings).metadata);
  const host = hostOf(body);
  return {
    id: clientId,
    ...blankFacts(),
    name: `registered-${clientId}`,
    title: titleOf(body),
    description: { uk: host, en: host },
    access,
    contact: contactOf(body),
    protocol: { type: 'oidc', settings: { ...(read.settings as object), registered: true } },
  };
}
