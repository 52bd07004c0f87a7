// The registration endpoint (RFC 7591 §3). The library checks the request and creates a client. This file stores the application
// and returns what was registered.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Application } from '../../application.ts';
import type { OidcDeps } from '../deps.ts';
import { currentRequest, type Library } from '../library.ts';
import { clientPayload, ownProperty } from './clients.ts';

const registeredBy = new WeakMap<KoaContextWithOIDC, Application>();

/** Stores the application of the current registration request. */
export async function registerClient(
  library: Library,
  { registrations }: OidcDeps,
  clientId: string,
  secret: string | undefined,
): Promise<void> {
  const { InvalidClientMetadata, InvalidToken } = library.errors;
  const ctx = currentRequest(library);
  if (!registrations || !ctx) throw new Error('registration is not enabled');
  const token = ctx.oidc.getAccessToken();
  const body = (ctx.oidc.body ?? {}) as Record<string, unknown>;
  const outcome = await registrations.register({ token, body, clientId, secret });
  if (outcome === 'late') throw new InvalidToken('initial access token was used');
  if ('fault' in outcome) throw new InvalidClientMetadata(outcome.fault);
  registeredBy.set(ctx, outcome);
}

/** Fields that the library generates for the response. */
const generatedFields = [
  'client_id',
  'client_secret',
  'client_secret_expires_at',
  'client_id_issued_at',
];

/** Returns the response to the registration request; undefined if it has registered no application. */
export function registrationResponse(ctx: KoaContextWithOIDC): object | undefined {
  const application = registeredBy.get(ctx);
  if (!application) return undefined;
  const { [ownProperty]: _own, client_secret: _hash, ...metadata } = clientPayload(application);
  const body = ctx.body as Record<string, unknown>;
  const generated = generatedFields.flatMap((name) =>
    body[name] === undefined ? [] : [[name, body[name]]],
  );
  return { ...metadata, client_name: application.title.en, ...Object.fromEntries(generated) };
}
