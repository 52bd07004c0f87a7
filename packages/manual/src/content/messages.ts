// The messages that the manual shows: requests as curl commands, JSON responses and manifest entries.
// `interop/manual.test.ts` sends every request and compares every response with the one shown.

import type { TicketResponse } from '@brama/contract/api/ticket';
import type { ErrorBody } from '@brama/contract/errors';
import { paths } from '@brama/contract/paths';

/** Prints an object or a list with a single item on one line. */
const json = (value: unknown) =>
  JSON.stringify(value, null, 2).replace(/([{[])\n\s+([^\n,]+)\n\s+([}\]])/g, '$1 $2 $3');

const traceId = '0c1f7d52-6a3e-4b8e-9d35-2f6a1c9e7b40';

function answerTo(appId: string): TicketResponse {
  return {
    id: 'Vb0q3F2xYk8uJm1nR5tWz7cE4hLs9dPgAoIiKyQvTxM',
    created: '2026-11-21T09:30:00.000Z',
    applicationId: appId,
    traceId,
    data: {
      STUDENT_ID: 'KV-24-0117',
      EMPLOYEE_ID: '',
      AUTH_METHOD: 'PASSWORD',
      TAX_ID: '',
      NAME: 'Шевченко Олена Іванівна',
      TRACE_ID: traceId,
      TIME_STAMP: '2026-11-21T08:05:12.000Z',
    },
  };
}

const refusal: ErrorBody = {
  error: { code: 'application.ticket-refused', requestId: '7f0f2c1e-5d0b-4a55-8a3b-61f2c4f7a9d8' },
};

const subject = 'e41d8b7a-3c56-4f09-92ab-7d0f6e1c5b38';

/**
 * The manifest entry of the OpenID Connect sample. Its addresses are on the same site as those of the ticket sample.
 */
const oidcEntry = `applications:
  - id: 7b1e4c60-92d8-4f35-a1c7-e80b5d3f6a24   # uuidgen
    name: journal
    title: { uk: Журнал оцінок, en: Marks }
    description: { uk: Оцінки та відомості, en: Marks and registers }
    access: everyone
    protocol:
      type: oidc
      secret: …                                # CLIENT_SECRET: openssl rand -base64 32
      metadata:
        client_id: journal
        redirect_uris: [http://localhost:4000/callback]
        post_logout_redirect_uris: [http://localhost:4000/]
        initiate_login_uri: http://localhost:4000/start
        backchannel_logout_uri: http://localhost:4000/signed-out
        backchannel_logout_session_required: true
        grant_types: [authorization_code, refresh_token]
        token_endpoint_auth_method: client_secret_basic
        scope: openid profile email groups`;

/** The manifest entry of the CAS sample, on the same site. */
const casEntry = `applications:
  - id: 3e9a5b70-18c4-4d62-b7f5-90d1c6a2e843   # uuidgen
    name: archive
    title: { uk: Архів робіт, en: Archive of theses }
    description: { uk: Кваліфікаційні роботи, en: Theses and dissertations }
    access: everyone
    protocol:
      type: cas
      services: [http://localhost:4000/cas/]
      startUrl: http://localhost:4000/cas/login
      attributes: { mail: email, displayName: fullName, memberOf: groups }`;

const casTicket = 'ST-7hQ2vXc9LmT4yRk0ZsB8nWfD3uPjGa6eEoKiUqYxVbN';

/** Stands in lines, unlike the real answer. */
const casAnswer = (content: string) =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">\n${content}\n</cas:serviceResponse>`;

const casMessages = (origin: string) => ({
  'cas-entry': casEntry,
  'cas-login': `${origin}/cas/login?service=http%3A%2F%2Flocalhost%3A4000%2Fcas%2F`,
  'cas-back': `http://localhost:4000/cas/?ticket=${casTicket}`,
  'cas-validate': [
    `curl -sG ${origin}/cas/p3/serviceValidate \\`,
    '  --data-urlencode "service=http://localhost:4000/cas/" \\',
    '  --data-urlencode "ticket=$TICKET"',
  ].join('\n'),
  'cas-answer': casAnswer(`  <cas:authenticationSuccess>
    <cas:user>o.shevchenko</cas:user>
    <cas:attributes>
      <cas:authenticationDate>2026-11-21T08:05:12.000Z</cas:authenticationDate>
      <cas:longTermAuthenticationRequestTokenUsed>false</cas:longTermAuthenticationRequestTokenUsed>
      <cas:isFromNewLogin>true</cas:isFromNewLogin>
      <cas:mail>o.shevchenko@campus.example</cas:mail>
      <cas:displayName>Шевченко Олена Іванівна</cas:displayName>
      <cas:memberOf>students</cas:memberOf>
    </cas:attributes>
  </cas:authenticationSuccess>`),
  'cas-refusal': casAnswer(
    '  <cas:authenticationFailure code="INVALID_TICKET">the ticket was used before</cas:authenticationFailure>',
  ),
  'cas-logout': `${origin}/cas/logout?service=http%3A%2F%2Flocalhost%3A4000%2Fcas%2F`,
  'cas-logout-request': `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"
    ID="LR-5vXq8Lm2TkR0ZsBnWfD3uP" Version="2.0" IssueInstant="2026-11-21T10:00:00Z">
  <saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID>
  <samlp:SessionIndex>${casTicket}</samlp:SessionIndex>
</samlp:LogoutRequest>`,
});

export function messages({ origin, appId }: { origin: string; appId: string }) {
  const ticket = `${origin}${paths.ticket}`;
  return {
    secret: 'openssl rand -base64 32',
    apply: 'npm run brama -- apply campus.yaml',
    back: 'http://localhost:4000/back?ticketId=Vb0q3F2xYk8uJm1nR5tWz7cE4hLs9dPgAoIiKyQvTxM&state=k2Vw8',
    'refused-back': 'http://localhost:4000/back?error=access_denied&state=k2Vw8',
    'ticket-post': [
      `curl -s ${ticket} \\`,
      '  -u "$APP_ID:$APP_SECRET" \\',
      `  -H 'Content-Type: application/json' \\`,
      '  -d "{\\"ticketId\\":\\"$TICKET_ID\\"}"',
    ].join('\n'),
    'ticket-get': [
      `curl -s -G ${ticket} \\`,
      '  --data-urlencode "ticketId=$TICKET_ID" \\',
      '  --data-urlencode "appId=$APP_ID" \\',
      '  --data-urlencode "appSecret=$APP_SECRET"',
    ].join('\n'),
    'ticket-answer': json(answerTo(appId)),
    'ticket-refusal': json(refusal),
    'oidc-entry': oidcEntry,
    discovery: `curl -s ${origin}/.well-known/openid-configuration`,
    authorize: [
      'verifier=$(openssl rand -hex 32)',
      'challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary |',
      "  openssl base64 -A | tr '+/' '-_' | tr -d '=')",
      'state=$(openssl rand -hex 16)',
      'nonce=$(openssl rand -hex 16)',
      `echo "${origin}/oidc/auth?client_id=journal&response_type=code\\`,
      '&redirect_uri=http%3A%2F%2Flocalhost%3A4000%2Fcallback\\',
      '&scope=openid%20profile%20email%20groups&state=$state&nonce=$nonce\\',
      '&code_challenge=$challenge&code_challenge_method=S256"',
    ].join('\n'),
    token: [
      `curl -s ${origin}/oidc/token \\`,
      '  -u "journal:$CLIENT_SECRET" \\',
      '  -d grant_type=authorization_code \\',
      '  -d redirect_uri=http://localhost:4000/callback \\',
      '  -d code_verifier="$verifier" \\',
      '  --data-urlencode "code=$CODE"',
    ].join('\n'),
    userinfo: `curl -s ${origin}/oidc/userinfo -H "Authorization: Bearer $ACCESS_TOKEN"`,
    'userinfo-answer': json({
      sub: subject,
      name: 'Шевченко Олена Іванівна',
      preferred_username: 'o.shevchenko',
      email: 'o.shevchenko@campus.example',
      email_verified: true,
      groups: ['students'],
    }),
    refresh: [
      `curl -s ${origin}/oidc/token \\`,
      '  -u "journal:$CLIENT_SECRET" \\',
      '  -d grant_type=refresh_token \\',
      '  --data-urlencode "refresh_token=$REFRESH_TOKEN"',
    ].join('\n'),
    'sign-out': [
      `echo "${origin}/oidc/logout?id_token_hint=$ID_TOKEN\\`,
      '&post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A4000%2F"',
    ].join('\n'),
    'logout-token': json({
      iss: origin,
      aud: 'journal',
      sub: subject,
      sid: '2c9e7a14-6d3f-4b58-a0e1-5f8b9c2d7e36',
      iat: 1_795_253_400,
      exp: 1_795_253_520,
      jti: 'b3X1wq7NnT0uKc5R',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    }),
    ...casMessages(origin),
    demo: 'npm start',
  };
}
