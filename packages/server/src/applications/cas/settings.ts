// Protocol settings of a CAS application: their form in a manifest, their stored form, and the rules between fields.

import { tooManyReason } from '@brama/contract/admin/limits';
import { validateUrl } from '@brama/contract/applications/validate-url';
import { methodIds } from '@brama/contract/pages/login-page';
import { z } from 'zod';
import type { Application } from '../application.ts';
import { type AttributeSource, attributeSource } from '../attributes/sources.ts';
import { validateMethods } from '../levels/method-levels.ts';
import { issuesFrom, list, oneOf, textErrors, textThat } from '../manifest/issues.ts';
import type { InstanceInfo, ManifestIssue, SettingsParser } from '../protocol.ts';
import { applicationUrl, developmentUrl } from '../validate-url.ts';
import { matchesPrefix, parseService } from './service-url.ts';

const maxAddresses = 20;
const maxAttributes = 30;

/** Elements of a response, which attributes must not repeat. Clients compare names without case. */
const reservedNames = [
  'user',
  'proxies',
  'attributes',
  'proxyGrantingTicket',
  'attraStyle',
  'authenticationDate',
  'longTermAuthenticationRequestTokenUsed',
  'isFromNewLogin',
].map((name) => name.toLowerCase());

/** Returns why a name is invalid; undefined for a valid one. */
function validateName(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(name) || /^xml/i.test(name))
    return 'must begin with a Latin letter or _, have at most 64 letters, digits, _ . and -, and not begin with xml';
  return reservedNames.includes(name.toLowerCase())
    ? 'is the name of an element of CAS'
    : undefined;
}

/** The mapping leaves this name out without an issue. */
const lostName = '__proto__';

const attributes = z.preprocess(
  (given, { addIssue }) => {
    if (typeof given === 'object' && given !== null && Object.hasOwn(given, lostName))
      addIssue({ code: 'custom', path: [lostName], message: 'is not a name that can be used' });
    return given;
  },
  z.record(z.string(), attributeSource, {
    error: ({ code }) =>
      code === 'invalid_type' ? 'must be a mapping: attribute: source' : undefined,
  }),
);

/** An address without a query, below which everything belongs to the application. */
const prefixWith = (schema: typeof applicationUrl) =>
  schema.check(({ value, issues }) => {
    const reason = prefixReason(value);
    if (reason !== undefined) issues.push({ code: 'custom', message: reason, input: undefined });
  });

function prefixReason(text: string): string | undefined {
  if (text.includes('?')) return 'must not have a query (?…)';
  // the address has an issue of its own
  return URL.canParse(text) ? ambiguityReason(text) : undefined;
}

/** Requests are read by the same rules, so an address that they refuse would never match. */
function ambiguityReason(text: string): string | undefined {
  const parsed = parseService(text);
  if (!('reason' in parsed)) return undefined;
  return parsed.reason === 'encoded-path'
    ? 'must not have an encoded slash, backslash or dot in its path, and what is encoded must be UTF-8'
    : 'must be an address as a browser shows it, with at most 2048 characters';
}

/** Always https, also in development: the ticket in the request grants access to other services. */
const callback = textThat((text) => {
  const reason = validateUrl(text);
  if (reason !== undefined) return reason;
  if (!/^https:/i.test(text)) return 'must begin with https://';
  return text.includes('?') ? 'must not have a query (?…)' : ambiguityReason(text);
});

function manifestForm(prefix: ReturnType<typeof prefixWith>) {
  return z.strictObject({
    type: z.literal('cas'),
    services: list(prefix, maxAddresses),
    startUrl: z.string(textErrors).optional(),
    attributes: attributes.default({}),
    singleLogout: z
      .union([z.boolean(), z.string()], 'must be true, false, or an https address')
      .default(true),
    proxy: z
      .strictObject(
        { callbacks: list(callback, maxAddresses), services: list(prefix, maxAddresses) },
        { error: ({ code }) => (code === 'invalid_type' ? 'must be a mapping' : undefined) },
      )
      .optional(),
    signInMethods: list(oneOf(methodIds), methodIds.length).optional(),
  });
}

const stored = z.object({
  services: z.array(z.string()),
  startUrl: z.string().nullable(),
  attributes: z.record(
    z.string(),
    z.string().transform((text) => text as AttributeSource),
  ),
  /** An address receives the notifications in place of the addresses of the services. */
  singleLogout: z.union([z.boolean(), z.string()]),
  proxy: z.object({ callbacks: z.array(z.string()), services: z.array(z.string()) }).nullable(),
  signInMethods: z.array(z.enum(methodIds)).nullable(),
});

type Stored = z.infer<typeof stored>;
export type CasSettings = Stored & {
  /** The registered addresses as URLs. */
  prefixes: readonly URL[];
};

type Form = z.infer<ReturnType<typeof manifestForm>>;
type Reject = (reason: string, ...path: string[]) => void;

const normalised = (addresses: readonly string[]) => [
  ...new Set(addresses.map((text) => new URL(text).href)),
];

function checkStartUrl({ startUrl, services }: Form, reject: Reject) {
  if (startUrl === undefined) return;
  const parsed = parseService(startUrl);
  if ('reason' in parsed || !services.some((one) => matchesPrefix(parsed, new URL(one))))
    reject('must be one of services, or below one', 'startUrl');
}

/** The notification names the ticket, so it goes to the hosts that receive tickets. */
function checkSingleLogout({ singleLogout, services }: Form, reject: Reject) {
  if (typeof singleLogout === 'boolean') return;
  const reason = validateUrl(singleLogout);
  const isOwn = () => services.some((one) => new URL(one).origin === new URL(singleLogout).origin);
  if (reason !== undefined) reject(reason, 'singleLogout');
  else if (!isOwn()) reject('must have the origin of one of services', 'singleLogout');
}

function checkAttributes({ attributes: given }: Form, releases: readonly string[], reject: Reject) {
  const names = Object.keys(given);
  if (names.length > maxAttributes) reject(tooManyReason(maxAttributes), 'attributes');
  const seen = new Set<string>();
  for (const name of names) {
    const key = name.toLowerCase();
    const twice = seen.has(key) ? 'is there twice: clients compare names without case' : undefined;
    const isUnreleased = given[name] === 'taxId' && !releases.includes('taxId');
    const reason =
      validateName(name) ?? twice ?? (isUnreleased ? 'needs releases: [taxId]' : undefined);
    if (reason !== undefined) reject(reason, 'attributes', name);
    seen.add(key);
  }
}

function settingsFrom({ type: _, ...given }: Form): Stored {
  const { startUrl, singleLogout, proxy, signInMethods } = given;
  return {
    services: normalised(given.services),
    startUrl: startUrl === undefined ? null : new URL(startUrl).href,
    attributes: given.attributes,
    singleLogout: typeof singleLogout === 'string' ? new URL(singleLogout).href : singleLogout,
    proxy: proxy
      ? { callbacks: normalised(proxy.callbacks), services: normalised(proxy.services) }
      : null,
    signInMethods: signInMethods ?? null,
  };
}

/** Returns the parser for an instance. Outside production the addresses may name a container. */
export function createCasSettingsParser({ isProduction, methodsOn }: InstanceInfo): SettingsParser {
  const form = manifestForm(prefixWith(isProduction ? applicationUrl : developmentUrl));
  return (manifest, _stored, { releases = [] } = {}) => {
    const parsed = form.safeParse(manifest);
    if (!parsed.success) return { issues: issuesFrom(parsed.error) };
    const issues: ManifestIssue[] = [];
    const reject: Reject = (reason, ...path) => issues.push({ path, reason });
    checkStartUrl(parsed.data, reject);
    checkSingleLogout(parsed.data, reject);
    checkAttributes(parsed.data, releases, reject);
    const unusable = validateMethods(parsed.data.signInMethods, methodsOn);
    if (unusable !== undefined) reject(unusable, 'signInMethods');
    return issues.length > 0 ? { issues } : { settings: settingsFrom(parsed.data) };
  };
}

const known = new WeakMap<Application, CasSettings>();

/** Returns the settings of a stored application, which is the same object while its record is the same. */
export function settingsOf(application: Application): CasSettings {
  const found = known.get(application);
  if (found) return found;
  const settings = stored.parse(application.protocol.settings);
  const read = { ...settings, prefixes: settings.services.map((one) => new URL(one)) };
  known.set(application, read);
  return read;
}

/** Returns where the portal opens the application. */
export const startUrlOf = ({ startUrl, services: [first = ''] }: CasSettings) => startUrl ?? first;
