// What an application sent that was refused, next to what is registered for it: for its owner, on our page and in
// the log. Holds no secret, and nothing of what was sent that could pass for words of ours.

import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { scopes } from '../claims.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { withPortOf } from '../native/redirect-address.ts';
import { type Comparison, compareAddresses } from './address-difference.ts';
import { shownAddress } from './shown-address.ts';

export type Refusal = {
  error: string;
  error_description?: string | undefined;
  error_detail?: string | undefined;
};

export type Fact = {
  /** The parameter, in the words of the protocol. */
  what: string;
  /** None where it was not sent, or is not to be repeated. */
  received: string[];
  /** What is allowed; of addresses those most like the received one first. */
  registered: string[];
  /** Of addresses. */
  comparison?: Comparison;
};

type Asked = {
  route: string;
  client: Client | undefined;
  refusal: Refusal;
  /** What was sent under this name, where it was sent once. */
  sent(name: string): string | undefined;
  usedMethod(): string;
};

type Rule = (asked: Asked) => Fact | undefined;

const mostRegistered = 5;

const responseTypes = /^(code|id_token|none|token)( (code|id_token|token)){0,2}$/;

/** A word of a protocol, or a sign that there was something else: several words could be a message. */
function shownWord(text: string | undefined): string[] {
  if (text === undefined) return [];
  return [responseTypes.test(text) || /^[\w:.+-]{1,80}$/.test(text) ? text : '…'];
}

/** Whole where it is an id of ours. Whatever else it is may be a secret in the wrong place. */
function shownId(id: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return id;
  if (!/^[\w.~-]+$/.test(id)) return '…';
  return id.length > 20 ? `${id.slice(0, 8)}…` : id;
}

function addressFact(
  what: string,
  received: string | undefined,
  registered: readonly string[],
): Fact {
  if (received === undefined)
    return {
      what,
      received: [],
      registered: registered.slice(0, mostRegistered).map(shownAddress),
    };
  const comparison = compareAddresses(received, registered);
  const { before, differs, after } = comparison.nearest;
  const nearest = registered.length > 0 ? [before + differs + after] : [];
  return {
    what,
    received: [shownAddress(received)],
    registered: [...nearest, ...comparison.others],
    comparison,
  };
}

const says = ({ refusal }: Asked, text: string) =>
  `${refusal.error} ${refusal.error_description} ${refusal.error_detail}`.includes(text);

const clientUnknown: Rule = ({ client, refusal, sent }) => {
  const id = sent('client_id');
  if (client || refusal.error !== 'invalid_client' || id === undefined) return undefined;
  return { what: 'client_id', received: [shownId(id)], registered: [] };
};

/** The port of a native application on this computer is its own choice, and never what differs. */
function registeredFor(client: Client, received = ''): readonly string[] {
  const registered = client.redirectUris ?? [];
  if (!ownMetadataOf(client).isNative) return registered;
  return registered.map((address) => withPortOf(address, received));
}

const redirectAddress: Rule = (asked) => {
  const { client, route, refusal, sent } = asked;
  if (!client) return undefined;
  const address = sent('redirect_uri');
  const isMissing = says(asked, 'missing required parameter') && says(asked, 'redirect_uri');
  const isOther = says(asked, 'redirect_uri mismatch') || says(asked, 'redirect_uri did not match');
  if (refusal.error !== 'invalid_redirect_uri' && !isMissing && !isOther) return undefined;
  return route === 'end_session'
    ? undefined
    : addressFact('redirect_uri', address, registeredFor(client, address));
};

const addressAfterSignOut: Rule = (asked) => {
  const { client, sent } = asked;
  if (!client || !says(asked, 'post_logout_redirect_uri not registered')) return undefined;
  const what = 'post_logout_redirect_uri';
  return addressFact(what, sent(what), client.postLogoutRedirectUris ?? []);
};

const serviceNotNamed: Rule = ({ client, refusal, sent }) => {
  if (!client || refusal.error !== 'invalid_target') return undefined;
  const named = ownMetadataOf(client).resources.map(({ indicator }) => indicator);
  return addressFact('resource', sent('resource'), named);
};

const scopeNotAllowed: Rule = ({ client, refusal, sent }) => {
  if (refusal.error !== 'invalid_scope') return undefined;
  const registered = client?.scope?.split(' ') ?? [];
  const asked = new Set(sent('scope')?.split(' '));
  // of others than ours nothing is known, nor whether they may be repeated
  const received = scopes.filter((scope) => asked.has(scope) && !registered.includes(scope));
  return { what: 'scope', received, registered };
};

/** A choice among words that are registered for the application. */
function choice(
  what: string,
  errors: readonly string[],
  registeredOf: (client: Client | undefined) => readonly string[] | undefined,
): Rule {
  return (asked) => {
    if (!errors.some((error) => says(asked, error))) return undefined;
    const registered = [...(registeredOf(asked.client) ?? [])];
    return { what, received: shownWord(asked.sent(what)), registered };
  };
}

const responseType = choice(
  'response_type',
  ['unsupported_response_type', 'response_type is not allowed'],
  (client) => client?.responseTypes,
);

const responseMode = choice(
  'response_mode',
  ['unsupported_response_mode', 'response_mode is not allowed'],
  (client) => client?.['responseModes'] as string[] | undefined,
);

const proofKey: Rule = (asked) => {
  const { sent } = asked;
  if (!says(asked, 'PKCE') && !says(asked, 'code_challenge')) return undefined;
  if (asked.refusal.error !== 'invalid_request') return undefined;
  const method = sent('code_challenge_method');
  const isMissing = sent('code_challenge') === undefined;
  if (isMissing) return { what: 'code_challenge', received: [], registered: ['S256'] };
  if (method === 'S256') return { what: 'code_challenge', received: ['…'], registered: ['S256'] };
  return { what: 'code_challenge_method', received: shownWord(method), registered: ['S256'] };
};

/** What is not taken at all: its content is nobody's to repeat. */
const notTaken: Rule = ({ refusal }) => {
  const what = /^(request|request_uri|registration)_not_supported$/.exec(refusal.error)?.[1];
  return what === undefined ? undefined : { what, received: ['…'], registered: [] };
};

const authMethod: Rule = (asked) => {
  const { client } = asked;
  if (!client || !says(asked, 'does not match the registered client authentication method'))
    return undefined;
  const registered = [`${client['clientAuthMethod']}`];
  return { what: 'token_endpoint_auth_method', received: [asked.usedMethod()], registered };
};

const rules: readonly Rule[] = [
  clientUnknown,
  redirectAddress,
  addressAfterSignOut,
  serviceNotNamed,
  scopeNotAllowed,
  responseType,
  responseMode,
  choice(
    'grant_type',
    ['unsupported_grant_type', 'grant type is not allowed'],
    (client) => client?.grantTypes,
  ),
  proofKey,
  notTaken,
  authMethod,
];

function usedMethodOf(ctx: KoaContextWithOIDC): string {
  const params = (ctx.oidc.params ?? {}) as Record<string, unknown>;
  if (params['client_secret']) return 'client_secret_post';
  if (ctx.headers.authorization !== undefined) return 'client_secret_basic';
  return params['client_assertion'] === undefined ? 'none' : 'private_key_jwt';
}

export function factOf(ctx: KoaContextWithOIDC, refusal: Refusal): Fact | undefined {
  const { client, route } = ctx.oidc;
  // the library empties what it refuses
  const sources = [ctx.oidc.params, ctx.oidc.body, ctx.query] as (
    | Record<string, unknown>
    | undefined
  )[];
  const asked: Asked = {
    route,
    client,
    refusal,
    sent(name) {
      const value = sources.map((source) => source?.[name]).find((one) => one !== undefined);
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
    usedMethod: () => usedMethodOf(ctx),
  };
  for (const rule of rules) {
    const fact = rule(asked);
    if (fact) return fact;
  }
  return undefined;
}
