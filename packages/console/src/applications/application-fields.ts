// The fields of an application that forms have. Their names are the paths that the server uses for errors.
import type { CampusIcon } from '@brama/contract/applications/campus-icons';
import { campusIcons } from '@brama/contract/applications/campus-icons';
import { campusIconPath } from '@brama/contract/paths';
import { wordsOf } from '../i18n/words.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { isOwnPicture } from '../ui/picture-control.tsx';
import type { Application } from './queries.ts';

export type Protocol = 'oidc' | 'cas' | 'ticket' | 'link';
type ProtocolSettings = Application['protocol'];

const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const namesOf = (text: string | undefined): string[] =>
  (text ?? '').split(/[\s,;]+/).filter(Boolean);

/** What users see of it. */
export function shownFields(iconKind: 'choice' | 'picture' = 'picture'): FormField[] {
  const t = wordsOf('applications');
  const icons = campusIcons.map((value) => ({ value, label: value }));
  return [
    { name: 'title.uk', label: t('fields.title-uk'), required: true, maxLength: 100 },
    { name: 'title.en', label: t('fields.title-en'), required: true, maxLength: 100 },
    { name: 'description.uk', label: t('fields.description-uk'), required: true, maxLength: 500 },
    { name: 'description.en', label: t('fields.description-en'), required: true, maxLength: 500 },
    {
      name: 'icon',
      label: t('fields.icon'),
      kind: iconKind,
      options: [{ value: '', label: t('fields.no-icon') }, ...icons],
    },
    { name: 'category.uk', label: t('fields.category-uk'), maxLength: 100 },
    { name: 'category.en', label: t('fields.category-en'), maxLength: 100 },
    { name: 'contact', label: t('fields.contact'), hint: t('fields.contact-hint'), maxLength: 254 },
  ];
}

export const nameField = (): FormField => {
  const t = wordsOf('applications');
  return {
    name: 'name',
    label: t('fields.name'),
    hint: t('fields.name-hint'),
    required: true,
    maxLength: 64,
  };
};

export function accessFields(): FormField[] {
  const t = wordsOf('applications');
  return [
    {
      name: 'access.groups',
      label: t('fields.groups'),
      hint: t('fields.groups-hint'),
    },
  ];
}

/** No group: everyone. */
export function givenAccess(values: FormValues): Application['access'] {
  const groups = namesOf(values['access.groups']);
  return groups.length > 0 ? { groups } : 'everyone';
}

/** The name in the path of an icon of the list; empty for a picture of its own and for none. */
export function iconNameOf(icon: string | null): CampusIcon | '' {
  return campusIcons.find((name) => campusIconPath(name) === icon) ?? '';
}

export function shownValues(application: Application): FormValues {
  const { title, description, category, contact, icon } = application;
  return {
    'title.uk': title.uk,
    'title.en': title.en,
    'description.uk': description.uk,
    'description.en': description.en,
    'category.uk': category?.uk ?? '',
    'category.en': category?.en ?? '',
    contact: contact ?? '',
    // the path of a picture of its own stands for that picture
    icon: iconNameOf(icon) || (icon ?? ''),
  };
}

const textsOf = (values: FormValues, name: string) => ({
  uk: values[`${name}.uk`] ?? '',
  en: values[`${name}.en`] ?? '',
});

/** Returns where the picture of the field is; undefined for none. */
export function pictureOf({ icon = '' }: FormValues): string | undefined {
  if (icon === '') return undefined;
  return isOwnPicture(icon) ? icon : campusIconPath(icon);
}

/** Returns the fields of a request. `before` are the stored values. */
export function givenShown(values: FormValues, before: FormValues = {}) {
  const category = textsOf(values, 'category');
  const hasCategory = category.uk !== '' || category.en !== '';
  const { icon = '', contact = '' } = values;
  return {
    title: textsOf(values, 'title'),
    description: textsOf(values, 'description'),
    category: hasCategory ? category : null,
    contact: contact === '' ? null : contact,
    ...(icon !== (before['icon'] ?? '') && { icon: icon === '' ? null : icon }),
  };
}

/** `isManager`: the caller may change what an owner may not. */
export function protocolFields(type: Protocol, isManager = true): FormField[] {
  const t = wordsOf('applications');
  const fixed = isManager ? {} : { fixedReason: t('fields.not-for-owners') };
  const of: Record<Protocol, FormField[]> = {
    oidc: [
      {
        name: 'protocol.metadata.redirect_uris',
        label: t('fields.redirect_uris'),
        hint: t('fields.one-per-line'),
        kind: 'lines',
        required: true,
      },
      {
        name: 'protocol.metadata.post_logout_redirect_uris',
        label: t('fields.post_logout_redirect_uris'),
        hint: t('fields.one-per-line'),
        kind: 'lines',
      },
      {
        name: 'protocol.metadata.backchannel_logout_uri',
        label: t('fields.backchannel_logout_uri'),
        hint: t('fields.backchannel-hint'),
      },
      {
        name: 'protocol.metadata.scope',
        label: t('fields.scope'),
        hint: t('fields.scope-hint'),
        ...fixed,
      },
      {
        name: 'protocol.metadata.token_endpoint_auth_method',
        label: t('fields.token_endpoint_auth_method'),
        kind: 'choice',
        required: true,
        ...fixed,
        options: [
          { value: 'client_secret_basic', label: t('fields.with-secret') },
          { value: 'client_secret_post', label: t('fields.with-secret-post') },
          { value: 'none', label: t('fields.without-secret') },
        ],
      },
    ],
    cas: [
      {
        name: 'protocol.services',
        label: t('fields.services'),
        hint: t('fields.services-hint'),
        kind: 'lines',
        required: true,
      },
    ],
    ticket: [
      {
        name: 'protocol.redirectUrl',
        label: t('fields.redirectUrl'),
        hint: t('fields.redirect-url-hint'),
        required: true,
      },
    ],
    link: [{ name: 'protocol.url', label: t('fields.url'), required: true }],
  };
  return of[type];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const listText = (value: unknown) => (Array.isArray(value) ? value.join('\n') : '');

export const isKnown = (type: string): type is Protocol =>
  ['oidc', 'cas', 'ticket', 'link'].includes(type);

/** The method that OpenID Connect assumes for an application without one. */
const methodOf = (metadata: Record<string, unknown>) =>
  textOf(metadata['token_endpoint_auth_method']) || 'client_secret_basic';

export function protocolValues(protocol: ProtocolSettings): FormValues {
  const metadata = metadataOf(protocol);
  return {
    'protocol.metadata.redirect_uris': listText(metadata['redirect_uris']),
    'protocol.metadata.post_logout_redirect_uris': listText(metadata['post_logout_redirect_uris']),
    'protocol.metadata.backchannel_logout_uri': textOf(metadata['backchannel_logout_uri']),
    'protocol.metadata.scope': textOf(metadata['scope']),
    'protocol.metadata.token_endpoint_auth_method': methodOf(metadata),
    'protocol.services': listText(protocol['services']),
    'protocol.redirectUrl': textOf(protocol['redirectUrl']),
    'protocol.url': textOf(protocol['url']),
  };
}

export function metadataOf(protocol: ProtocolSettings): Record<string, unknown> {
  const { metadata } = protocol;
  return typeof metadata === 'object' && metadata !== null ? { ...metadata } : {};
}

/** Returns the settings with what the form says; settings that it does not have stay. */
export function givenProtocol(
  type: Protocol,
  values: FormValues,
  before: ProtocolSettings = { type },
): ProtocolSettings {
  if (type === 'cas') return { ...before, services: linesOf(values['protocol.services']) };
  if (type === 'ticket') return { ...before, redirectUrl: values['protocol.redirectUrl'] ?? '' };
  if (type === 'link') return { ...before, url: values['protocol.url'] ?? '' };
  const metadata = metadataOf(before);
  const of = (name: string) => values[`protocol.metadata.${name}`];
  const redirects = linesOf(of('redirect_uris'));
  const signedOut = linesOf(of('post_logout_redirect_uris'));
  const method = of('token_endpoint_auth_method');
  const given: Record<string, unknown> = {
    ...metadata,
    redirect_uris: redirects,
    post_logout_redirect_uris: signedOut.length > 0 ? signedOut : undefined,
    backchannel_logout_uri: of('backchannel_logout_uri') || undefined,
    scope: of('scope') || undefined,
    // owners may not change it, so what was left out stays out
    ...(method !== methodOf(metadata) && { token_endpoint_auth_method: method || undefined }),
  };
  return { ...before, metadata: given };
}
