// Finds the parameter for which a request was refused, and its registered values. Our page and the log show them to the
// owner of the application. They contain no secret, and no sent text that looks like a message of ours.

import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { addressMismatch, type Mismatch } from '../../diagnostics/mismatch.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { withPortOf } from '../native/redirect-address.ts';
import { scopes } from '../scopes.ts';
import { type Refusal, requestErrors } from './library-messages.ts';

type RefusedRequest = {
  ctx: KoaContextWithOIDC;
  client: Client | undefined;
  error: string;
  says(text: string): boolean;
  /** Returns a parameter that was sent once. */
  sent(name: string): string | undefined;
};

type Rule = (request: RefusedRequest) => Mismatch | undefined;

/** Stands for sent text that must not be repeated. */
const hidden = '…';

const responseTypes = /^(code|id_token|none|token)( (code|id_token|token)){0,2}$/;

/** Repeats one word of a protocol. Several words could be a message. */
function shownWord(text: string | undefined): string[] {
  if (text === undefined) return [];
  return [responseTypes.test(text) || /^[\w:.+-]{1,80}$/.test(text) ? text : hidden];
}

/** Repeats a UUID, which is an id of ours. Another text may be a secret in the wrong field. */
function shownId(id: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return id;
  if (!/^[\w.~-]+$/.test(id)) return hidden;
  return id.length > 20 ? `${id.slice(0, 8)}${hidden}` : id;
}

/** Returns the redirect URIs. A native application chooses the loopback port itself, so the port never differs. */
function redirectUrisFor(client: Client, received = ''): readonly string[] {
  const registered = client.redirectUris ?? [];
  if (!ownMetadataOf(client).isNative) return registered;
  return registered.map((address) => withPortOf(address, received));
}

function usedAuthMethod(ctx: KoaContextWithOIDC): string {
  const params = (ctx.oidc.params ?? {}) as Record<string, unknown>;
  if (params['client_secret']) return 'client_secret_post';
  if (ctx.headers.authorization !== undefined) return 'client_secret_basic';
  return params['client_assertion'] === undefined ? 'none' : 'private_key_jwt';
}

/** Makes a rule for a parameter that must be one of the words in a field of the client. */
function registeredWord(parameter: string, field: string, texts: readonly string[]): Rule {
  return ({ client, says, sent }) => {
    if (!texts.some(says)) return undefined;
    const registered = [...((client?.[field] ?? []) as string[])];
    return { parameter, received: shownWord(sent(parameter)), registered };
  };
}

const addressRules: readonly Rule[] = [
  ({ ctx, client, error, says, sent }) => {
    if (!client || ctx.oidc.route === 'end_session') return undefined;
    const isMissing = says(requestErrors.parameterMissing) && says('redirect_uri');
    const differs =
      says(requestErrors.redirectUriMismatch) || says(requestErrors.redirectUriDiffers);
    if (error !== 'invalid_redirect_uri' && !isMissing && !differs) return undefined;
    const received = sent('redirect_uri');
    return addressMismatch('redirect_uri', received, redirectUrisFor(client, received));
  },
  ({ client, says, sent }) => {
    if (!client || !says(requestErrors.postLogoutRedirectUri)) return undefined;
    const parameter = 'post_logout_redirect_uri';
    return addressMismatch(parameter, sent(parameter), client.postLogoutRedirectUris ?? []);
  },
  ({ client, error, sent }) => {
    if (!client || error !== 'invalid_target') return undefined;
    const registered = ownMetadataOf(client).resources.map(({ indicator }) => indicator);
    return addressMismatch('resource', sent('resource'), registered);
  },
];

/** The first rule that finds a parameter decides. */
const rules: readonly Rule[] = [
  ({ client, error, sent }) => {
    const id = sent('client_id');
    if (client || error !== 'invalid_client' || id === undefined) return undefined;
    return { parameter: 'client_id', received: [shownId(id)], registered: [] };
  },
  ...addressRules,
  ({ client, error, sent }) => {
    if (error !== 'invalid_scope') return undefined;
    const registered = client?.scope?.split(' ') ?? [];
    const requested = new Set(sent('scope')?.split(' '));
    // an unknown scope may contain any text
    const received = scopes.filter((one) => requested.has(one) && !registered.includes(one));
    return { parameter: 'scope', received, registered };
  },
  registeredWord('response_type', 'responseTypes', [
    'unsupported_response_type',
    requestErrors.responseTypeNotAllowed,
  ]),
  registeredWord('response_mode', 'responseModes', [
    'unsupported_response_mode',
    requestErrors.responseModeNotAllowed,
  ]),
  registeredWord('grant_type', 'grantTypes', [
    'unsupported_grant_type',
    requestErrors.grantTypeNotAllowed,
  ]),
  ({ error, says, sent }) => {
    if (error !== 'invalid_request' || !(says('PKCE') || says('code_challenge'))) return undefined;
    const method = sent('code_challenge_method');
    const registered = ['S256'];
    if (sent('code_challenge') === undefined)
      return { parameter: 'code_challenge', received: [], registered };
    if (method === 'S256') return { parameter: 'code_challenge', received: [hidden], registered };
    return { parameter: 'code_challenge_method', received: shownWord(method), registered };
  },
  ({ error }) => {
    const parameter = /^(request|request_uri|registration)_not_supported$/.exec(error)?.[1];
    return parameter === undefined ? undefined : { parameter, received: [hidden], registered: [] };
  },
  ({ ctx, client, says }) => {
    if (!client || !says(requestErrors.authMethodMismatch)) return undefined;
    return {
      parameter: 'token_endpoint_auth_method',
      received: [usedAuthMethod(ctx)],
      registered: [`${client['clientAuthMethod']}`],
    };
  },
];

/** Returns the parameter that does not match; undefined if no rule finds one. */
export function mismatchOf(ctx: KoaContextWithOIDC, refusal: Refusal): Mismatch | undefined {
  const { error, error_description, error_detail } = refusal;
  const texts = `${error} ${error_description} ${error_detail}`;
  const { client, params, body } = ctx.oidc;
  // the library removes parameters that it refuses
  const sources = [params, body, ctx.query] as (Record<string, unknown> | undefined)[];
  const sent = (name: string) => {
    const value = sources.map((source) => source?.[name]).find((one) => one !== undefined);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const request = { ctx, client, error, says: (text: string) => texts.includes(text), sent };
  for (const rule of rules) {
    const mismatch = rule(request);
    if (mismatch) return mismatch;
  }
  return undefined;
}
