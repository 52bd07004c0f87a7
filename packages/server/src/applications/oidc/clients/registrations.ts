// Applications that register themselves (RFC 7591): once for each token that an operator has given out, with
// what the token allows, and never for more than a third party is given.

import { randomUUID } from 'node:crypto';
import type { errors as libraryErrors, Provider } from 'oidc-provider';
import { z } from 'zod';
import { validateText } from '../../../config/text.ts';
import { hashSecret, newSecret } from '../../../crypto/secrets.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import type { Access, Application } from '../../application.ts';
import { receiverOf } from '../native/redirect-address.ts';
import { requestContextOf } from '../request-context.ts';
import { type ClientMetadata, metadataNames } from './client-metadata.ts';
import { clientPayload, ownProperty, settingsOf } from './clients.ts';
import { oidcSettings, oidcSettingsFrom } from './settings.ts';

const model = 'InitialAccessToken';

/** What a token allows, beside registering at all. */
const permission = z.object({
  /** Who may open the application. */
  groups: z.array(z.string()).nullable(),
});

export type RegistrationsDeps = {
  db: Database;
  applications: {
    all(): Promise<Application[]>;
    insert(queries: Queries, application: Application): Promise<void>;
  };
  now: () => number;
};

export type Registering = {
  /** The token, as it came. */
  token: string;
  /** The request, as it came. */
  body: Record<string, unknown>;
  clientId: string;
  secret: string | undefined;
};

/** Says what is wrong with a request, in the words of its fields. */
class RegistrationFault extends Error {
  override name = 'RegistrationFault';
}

/** What is known is read; the rest of what may be said about a client is none of our business (RFC 7591 §2). */
function knownOf(body: Record<string, unknown>): Record<string, unknown> {
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

/** Read as something else than they say, or as the end of the name in a sentence of ours. */
const deceptive = /[\p{Cf}"«»“”„‟]/u;

/** How people will see it, in both languages (RFC 7591 §2.2). */
function titleOf(body: Record<string, unknown>): Application['title'] {
  const general = body['client_name'] ?? hostOf(body);
  const inLanguage = (language: 'uk' | 'en') => {
    const title = body[`client_name#${language}`] ?? general;
    const fault = validateText(title, 100);
    if (fault !== undefined) throw new RegistrationFault(`client_name ${fault}`);
    if (deceptive.test(`${title}`))
      throw new RegistrationFault(
        'client_name must not hold quotation marks or invisible characters',
      );
    return `${title}`;
  };
  return { uk: inLanguage('uk'), en: inLanguage('en') };
}

/** People see it as the application's own site: it must be where they are sent back to (RFC 7591 §5). */
function checkSite({ client_uri: site, redirect_uris: addresses = [] }: ClientMetadata) {
  const isOwn = (address: string) => URL.parse(address)?.host === URL.parse(`${site}`)?.host;
  if (site !== undefined && !addresses.some(isOwn))
    throw new RegistrationFault('client_uri must have a host of redirect_uris');
}

function contactOf(body: Record<string, unknown>): string | null {
  const [first] = Array.isArray(body['contacts']) ? body['contacts'] : [];
  return typeof first === 'string' ? first : null;
}

function applicationFrom({ body, clientId, secret }: Registering, access: Access): Application {
  const protocol = { type: 'oidc', metadata: knownOf(body), firstParty: false, secret };
  const read = oidcSettingsFrom(protocol, undefined);
  if ('issues' in read)
    throw new RegistrationFault(
      read.issues.map(({ path, reason }) => `${path.slice(1).join('.')} ${reason}`).join('; '),
    );
  checkSite(oidcSettings.parse(read.settings).metadata);
  const host = hostOf(body);
  return {
    id: clientId,
    name: `registered-${clientId}`,
    title: titleOf(body),
    description: { uk: host, en: host },
    access,
    contact: contactOf(body),
    releases: [],
    protocol: { type: 'oidc', settings: { ...(read.settings as object), registered: true } },
  };
}

export function createRegistrations({ db, applications, now }: RegistrationsDeps) {
  return {
    newClientId: () => randomUUID(),
    newSecret,

    /** A token for one registration. */
    async issue({ groups, ttlSeconds }: { groups: string[] | null; ttlSeconds: number }) {
      const token = newSecret();
      const [iat, expires] = [Math.floor(now() / 1000), now() + ttlSeconds * 1000];
      const payload = { kind: model, iat, exp: iat + ttlSeconds, groups };
      await db
        .insertInto('oidc_tokens')
        .values({
          id_hash: hashSecret(token),
          model,
          grant_id: null,
          predecessor: null,
          payload: JSON.stringify(payload),
          expires_at: expires,
          consumed_at: null,
        })
        .execute();
      return token;
    },

    /**
     * Puts an application in place of the token. A wrong request uses nothing up; of two with one token at the
     * same moment one is late.
     */
    async register(given: Registering): Promise<Application | 'late' | { fault: string }> {
      try {
        return await db.transaction().execute(async (queries) => {
          const used = await queries
            .deleteFrom('oidc_tokens')
            .where('id_hash', '=', hashSecret(given.token))
            .where('model', '=', model)
            .returning('payload')
            .executeTakeFirst();
          if (!used) return 'late';
          const { groups } = permission.parse(JSON.parse(used.payload));
          const access = groups ? { groups } : 'everyone';
          const application = applicationFrom(given, access);
          await applications.insert(queries, application);
          return application;
        });
      } catch (error) {
        if (error instanceof RegistrationFault) return { fault: error.message };
        throw error;
      }
    },

    /** Returns the applications that have registered themselves, the newest first; times in epoch milliseconds. */
    async list(): Promise<{ application: Application; registeredAt: number }[]> {
      const rows = await db.selectFrom('applications').select(['id', 'created_at']).execute();
      const createdAt = new Map(rows.map(({ id, created_at }) => [id, created_at]));
      return (await applications.all())
        .filter(isRegistered)
        .map((application) => ({ application, registeredAt: createdAt.get(application.id) ?? 0 }))
        .sort((one, other) => other.registeredAt - one.registeredAt);
    },

    /** With all that hangs on it; false where no application has registered itself under this id. */
    async remove(clientId: string): Promise<boolean> {
      const found = (await applications.all()).find(({ id }) => id === clientId.toLowerCase());
      if (!found || !isRegistered(found)) return false;
      await db.transaction().execute(async (queries) => {
        await queries.deleteFrom('oidc_grants').where('client_id', '=', found.id).execute();
        await queries.deleteFrom('applications').where('id', '=', found.id).execute();
      });
      return true;
    },
  };
}

export type Registrations = ReturnType<typeof createRegistrations>;

export function isRegistered(application: Application): boolean {
  return application.protocol.type === 'oidc' && settingsOf(application).registered;
}

type Refusals = Pick<typeof libraryErrors, 'InvalidClientMetadata' | 'InvalidToken'>;

/** For the library, which has judged the request by then and made a client of it. */
export function createRegister(
  { InvalidClientMetadata, InvalidToken }: Refusals,
  registrations: Pick<Registrations, 'register'>,
) {
  return async (given: Registering): Promise<Application> => {
    const outcome = await registrations.register(given);
    if (outcome === 'late') throw new InvalidToken('initial access token was used');
    if ('fault' in outcome) throw new InvalidClientMetadata(outcome.fault);
    return outcome;
  };
}

const issued = ['client_id', 'client_secret', 'client_secret_expires_at', 'client_id_issued_at'];

function answerFor(application: Application, said: Record<string, unknown>) {
  const { [ownProperty]: _own, client_secret: _hash, ...kept } = clientPayload(application);
  const given = issued.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]]));
  return { ...kept, client_name: application.title.en, ...Object.fromEntries(given) };
}

/** What is registered, in place of what the library would repeat of the request (RFC 7591 §3.2.1). */
export function answerRegistrations(provider: Provider) {
  provider.on('registration_create.success', (ctx) => {
    const { registered } = requestContextOf(ctx);
    if (registered) ctx.body = answerFor(registered, ctx.body as Record<string, unknown>);
  });
}
