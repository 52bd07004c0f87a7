// Requests with fuzzed input to a composed server. No input causes an unexpected server error (5xx).

import { paths } from '@brama/contract/paths';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { endpoints } from '../../src/applications/oidc/endpoints.ts';
import { timetable } from '../support/cas/applications.ts';
import { samlRequest } from '../support/cas/client.ts';
import { callbackOf } from '../support/diia/partner.ts';
import type { DiiaWorld } from '../support/diia/world.ts';
import type { GoogleWorld } from '../support/google/world.ts';
import { portal } from '../support/oidc/applications.ts';
import { ours } from '../support/world.ts';
import { asQuery, changed, damaged, headerText, json, text } from './input.ts';
import { type Target, target } from './target.ts';

type Server = DiiaWorld['server'];

const known = [
  ...Object.values(paths).map((path) => path.replace(/:(\w+)/g, 'x')),
  ...Object.values(endpoints),
  '/',
  '/uk/',
  '/en/apps',
  '/uk/diia',
  '/uk/button-wizard',
  '/google-auth',
  '/button.svg',
  '/kpi-id-signin.js',
  '/kpi-id-signin.mjs',
  '/.well-known/openid-configuration',
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const;

const authorization = {
  client_id: portal.id,
  redirect_uri: portal.callback,
  response_type: 'code',
  scope: 'openid profile',
  state: 's',
  nonce: 'n',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  prompt: 'none',
  claims: '{"userinfo":{"email":null}}',
  acr_values: 'x',
  max_age: '1',
  request: 'eyJhbGciOiJub25lIn0.e30.',
  request_uri: 'urn:x',
  resource: 'https://service.example',
  response_mode: 'form_post',
  ui_locales: 'uk',
  login_hint: 'o',
  id_token_hint: 'x',
};
const calls = {
  grant_type: 'authorization_code',
  code: 'x',
  redirect_uri: portal.callback,
  code_verifier: 'x'.repeat(43),
  refresh_token: 'x',
  token: 'x',
  client_id: portal.id,
  client_secret: portal.secret,
  device_code: 'x',
  user_code: 'BCDF-GHJK',
  client_assertion: 'eyJhbGciOiJFUzI1NiJ9.e30.x',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  scope: 'openid',
  resource: 'x',
};
const cas = {
  service: timetable.service,
  ticket: `ST-${'a'.repeat(43)}`,
  pgt: `PGT-${'a'.repeat(43)}`,
  targetService: timetable.service,
  pgtUrl: 'https://campus.example/pgt',
  TARGET: timetable.service,
  renew: 'true',
  gateway: 'true',
  method: 'POST',
  format: 'JSON',
};
const casPaths = [
  'login',
  'login/x',
  'validate',
  'serviceValidate',
  'proxyValidate',
  'p3/serviceValidate',
  'p3/proxyValidate',
  'proxy',
];
/** Addresses like the registered one, with pieces in any place. */
const services = fc
  .tuple(
    fc.constantFrom('https://', 'HTTPS://', 'http://', '//', 'https:', ''),
    fc.constantFrom('campus.example', 'campus.example:443', 'CAMPUS.example', 'x@campus.example'),
    fc.constantFrom('/app/', '/app', '/app/../app/', '/./app/', '/%61pp/', '/app/x/'),
    fc.tuple(fc.nat(40), text),
    fc.option(fc.oneof(text, fc.constantFrom('?ticket=x', '?a&%74icket=x'))),
  )
  .map(([scheme, host, path, [at, piece], more]) => {
    const sound = scheme + host + path;
    return sound.slice(0, at) + (more === null ? '' : piece) + sound.slice(at) + (more ?? '');
  });

/** @throws unless the browser stays here, or goes below the registered address with one ticket. */
function expectSafe(location: string) {
  if (/^\/(?:uk|en)\//.test(location)) return;
  const { origin, pathname, searchParams } = new URL(location);
  const isBelow = origin === 'https://campus.example' && pathname.startsWith('/app/');
  const hasTicket = /^ST-[A-Za-z0-9]{43}$/.test(`${searchParams.getAll('ticket')}`);
  // other servers may read these in another way
  const isPlain = !/[\\\s#]|%2f|%5c|%00|\.\.;/i.test(location.replace(/\?.*/s, ''));
  if (!isBelow || !hasTicket || !isPlain || !location.startsWith(timetable.service))
    throw new Error(`astray: ${location}`);
}

const bodies = {
  [paths.signIn]: ['username', 'password'],
  [paths.startSession]: ['sessionId'],
  [paths.googleAuth]: ['code', 'state', 'iss'],
  [paths.ticket]: ['ticketId'],
  [paths.sandboxTicket]: ['ticketId'],
  [paths.endAccess]: ['id'],
  [paths.endSession]: ['session'],
  [paths.pageErrors]: ['message', 'path', 'reference'],
} as const;

const form = { ...ours, 'content-type': 'application/x-www-form-urlencoded' };

/** Uses two composed servers, because no test world has both Diia and Google. */
export function requestTargets(diia: () => DiiaWorld, google: () => GoogleWorld): Target[] {
  async function ask(options: InjectOptions, server: Server = diia().server) {
    const answer = await server.inject(options);
    const { statusCode, headers } = answer;
    if (statusCode >= 500 && headers['retry-after'] === undefined)
      throw new Error(`${statusCode} for ${JSON.stringify(options).slice(0, 2000)}`);
    if (({} as { polluted?: boolean }).polluted) throw new Error('polluted');
    return answer;
  }
  let casUser: Promise<string> | undefined;
  const askBoth = async (options: InjectOptions) => {
    await ask(options);
    await ask(options, google().server);
  };
  const address = fc
    .tuple(
      fc.constantFrom(...known),
      fc.option(text),
      fc.option(changed({ appId: 'x', state: 's' })),
    )
    .map(([path, more, query]) => path + (more ?? '') + (query ? `?${asQuery(query)}` : ''));

  return [
    target(
      'addresses and methods',
      fc.tuple(fc.constantFrom(...methods), address, fc.constantFrom('text/html', '*/*')),
      ([method, url, accept]) =>
        askBoth({ method, url: { pathname: url }, headers: { ...ours, accept } }),
    ),
    target(
      'headers',
      fc.tuple(
        fc.constantFrom('/uk/', '/user', endpoints.userinfo, paths.diiaAppLink, paths.ticket),
        fc.dictionary(
          fc.constantFrom(
            'cookie',
            'authorization',
            'accept-language',
            'accept',
            'origin',
            'dpop',
            'x-forwarded-for',
            'if-none-match',
            'range',
            'content-type',
          ),
          headerText,
        ),
      ),
      ([url, headers]) => askBoth({ url, headers }),
    ),
    target(
      'bodies of JSON',
      fc
        .constantFrom(...(Object.keys(bodies) as (keyof typeof bodies)[]))
        .chain((url) =>
          fc.tuple(
            fc.constant(url),
            fc.oneof(
              json,
              fc.dictionary(fc.constantFrom(...bodies[url]), fc.oneof(text, json), { minKeys: 1 }),
            ),
          ),
        ),
      ([url, body]) =>
        askBoth({ method: 'POST', url, payload: JSON.stringify(body), headers: ours }),
    ),
    target(
      'bodies that are no JSON',
      fc.tuple(fc.constantFrom(...Object.keys(bodies)), text),
      ([url, payload]) => askBoth({ method: 'POST', url, payload, headers: ours }),
    ),
    target(
      'forms',
      fc.tuple(
        fc.constantFrom('/uk/', paths.signOut, paths.googleAuth, '/device', '/device/code'),
        changed({ username: 'o.shevchenko', password: 'x', user_code: 'BCDF-GHJK', xsrf: 'x' }),
      ),
      ([url, pairs]) => ask({ method: 'POST', url, payload: asQuery(pairs), headers: form }),
    ),
    target('requests of applications', changed(authorization), (pairs) =>
      ask({ url: `${endpoints.authorization}?${asQuery(pairs)}` }),
    ),
    target(
      'requests to sign out',
      changed({ ...authorization, post_logout_redirect_uri: 'x' }),
      (pairs) => ask({ url: `${endpoints.end_session}?${asQuery(pairs)}` }),
    ),
    target(
      'calls of applications',
      fc.tuple(
        fc.constantFrom(
          endpoints.token,
          endpoints.introspection,
          endpoints.revocation,
          endpoints.pushed_authorization_request,
          endpoints.device_authorization,
        ),
        changed({ ...calls, ...authorization, grant_type: 'authorization_code' }),
      ),
      ([url, pairs]) => ask({ method: 'POST', url, payload: asQuery(pairs), headers: form }),
    ),
    target(
      'requests of CAS clients',
      fc.tuple(fc.constantFrom(...casPaths), changed(cas)),
      ([path, pairs]) => ask({ url: `/cas/${path}?${asQuery(pairs)}` }),
    ),
    target('services at a login', services, async (service) => {
      casUser ??= diia().signIn('taras');
      const headers = { cookie: await casUser };
      const answer = await ask({ url: `/cas/login?${asQuery([['service', service]])}`, headers });
      if (answer.headers.location !== undefined) expectSafe(`${answer.headers.location}`);
    }),
    target(
      'SAML requests',
      fc.tuple(changed(cas), damaged(Buffer.from(samlRequest(cas.ticket)))),
      ([pairs, payload]) =>
        ask({ method: 'POST', url: `/cas/samlValidate?${asQuery(pairs)}`, payload }),
    ),
    target(
      'pictures of the button',
      changed({ size: 'large', caption: 'x', locale: 'uk' }),
      (all) => ask({ url: `/button.svg?${asQuery(all)}` }),
    ),
    target(
      'what Google brings back',
      changed({ code: 'x', state: 'x', iss: 'x', error: 'x' }),
      (all) => ask({ url: `/google-auth?${asQuery(all)}` }, google().server),
    ),
  ];
}

/** Damages a genuine callback of Diia, for which a link must be requested first. */
export async function callbackTargets(diia: () => DiiaWorld): Promise<Target[]> {
  const { requestId } = await diia().askLink();
  const signature = diia().sign(requestId);
  const genuine = callbackOf(requestId, signature);
  const call = async (request: Parameters<DiiaWorld['call']>[0]) => {
    const { statusCode } = await diia().call(request);
    if (statusCode >= 500) throw new Error(`${statusCode}`);
  };
  return [
    target('callbacks of Diia', damaged(Buffer.from(genuine.payload)), (payload) =>
      call({ ...genuine, payload }),
    ),
    target('signatures of Diia', damaged(signature), (bytes) => call(callbackOf(requestId, bytes))),
    target('parts of a callback', fc.tuple(text, headerText), ([payload, type]) =>
      call({ payload, headers: { 'content-type': `multipart/mixed; boundary=${type}` } }),
    ),
  ];
}
