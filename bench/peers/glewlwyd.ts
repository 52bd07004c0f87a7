// Glewlwyd from the Debian package `glewlwyd`, configured through its administration API, with SQLite.

import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteFile } from '../bare/library.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { expectStatus, found } from '../load/steps.ts';
import { type Provider, processors } from '../sso/targets.ts';
import { secretOf, ssoClients } from '../system/clients.ts';
import { password } from '../system/people.ts';
import { type RunningServer, type StartOptions, startProgram } from '../system/server.ts';

const binary = '/usr/bin/glewlwyd';
const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3';
const modules = '/usr/lib/glewlwyd';
/** The account that the schema of the package creates. */
const administrator = { username: 'admin', password: 'password' };
const username = 'user';
const scopes = ['openid', 'profile', 'email'];

const paths: Provider['paths'] = {
  authorization: '/api/oidc/auth',
  token: '/api/oidc/token',
  userinfo: '/api/oidc/userinfo',
  discovery: '/api/oidc/.well-known/openid-configuration',
  jwks: '/api/oidc/jwks',
  // without it the login page asks whether the user wants to continue
  extraQuery: '&g_continue',
};

function configuration(folder: string, port: number): string {
  return `
port=${port}
bind_address="127.0.0.1"
external_url="http://localhost:${port}"
login_url="login.html"
api_prefix="api"
log_mode="file"
log_level="ERROR"
log_file="${folder}/log"
cookie_domain="localhost"
cookie_secure=0
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${modules}/user"
user_middleware_module_path="${modules}/user_middleware"
client_module_path="${modules}/client"
user_auth_scheme_module_path="${modules}/scheme"
plugin_module_path="${modules}/plugin"
use_secure_connection=false
secure_connection_key_file=""
secure_connection_pem_file=""
hash_algorithm="SHA512"
database = { type = "sqlite3"; path = "${folder}/glewlwyd.db"; };
`;
}

function start(folder: string, options: StartOptions = {}): Promise<RunningServer> {
  const file = join(folder, 'glewlwyd.conf');
  return startProgram({
    command(port) {
      writeFileSync(file, configuration(folder, port));
      return [binary, `--config-file=${file}`];
    },
    env: () => ({}),
    processors,
    readyPath: paths.discovery,
    ...options,
  });
}

type Account = { username: string; password: string };

async function signInAs(connection: Connection, account: Account): Promise<string> {
  const { head } = await expectStatus(connection, 200, {
    method: 'POST',
    path: '/api/auth/',
    headers: 'content-type: application/json\r\n',
    body: JSON.stringify(account),
  });
  return found(/set-cookie: *([^;]+)/i, head);
}

function plugin(): object {
  const keys = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'oidc',
    parameters: {
      iss: 'http://localhost/api/oidc',
      'jwt-type': 'ecdsa',
      'jwt-key-size': '256',
      key: keys.privateKey,
      cert: keys.publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 1_209_600,
      'code-duration': 60,
      'refresh-token-rolling': false,
      // rotation
      'refresh-token-one-use': 'always',
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-code-revoke-replayed': true,
      'auth-type-refresh-enabled': true,
      'subject-type': 'public',
      'jwks-show': true,
      'pkce-allowed': true,
      'pkce-required': true,
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      'allowed-scope': scopes,
      scope: [],
    },
  };
}

async function configure(port: number): Promise<void> {
  const connection = await openConnection(port);
  const cookieOfAdministrator = await signInAs(connection, administrator);
  async function call(method: string, path: string, body: object, cookie = cookieOfAdministrator) {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`Glewlwyd: ${path}: ${response.status} ${await response.text()}`);
  }
  for (const name of scopes.slice(1))
    await call('POST', '/scope/', {
      name,
      display_name: name,
      password_required: false,
      scheme: {},
    });
  await call('POST', '/mod/plugin/', plugin());
  for (const { id, redirectUri } of ssoClients)
    await call('POST', '/client/?source=database', {
      client_id: id,
      name: id,
      enabled: true,
      confidential: true,
      password: secretOf(id),
      redirect_uri: [redirectUri],
      authorization_type: ['code', 'refresh_token'],
      token_endpoint_auth_method: ['client_secret_basic'],
      scope: scopes,
    });
  const user = { username, name: 'User', email: 'user@campus.example', password };
  await call('POST', '/user/?source=database', { ...user, enabled: true, scope: scopes });
  const cookie = await signInAs(connection, user);
  connection.close();
  for (const { id } of ssoClients)
    await call('PUT', `/auth/grant/${id}`, { scope: scopes.join(' ') }, cookie);
}

/** Returns undefined where the package is not installed. */
export async function openGlewlwyd(): Promise<Provider | undefined> {
  if (!existsSync(binary) || !existsSync(schema)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-glewlwyd-'));
  const database = new SqliteFile(join(folder, 'glewlwyd.db'));
  database.pragma('journal_mode = WAL');
  database.exec(readFileSync(schema, 'utf8'));
  database.close();
  const server = await start(folder, { readyPath: '/config' });
  await configure(server.port).finally(server.stop);
  return {
    name: 'Glewlwyd',
    databasePid: undefined,
    users: 1,
    paths,
    signInAs: (connection) => signInAs(connection, { username, password }),
    start: (options) => start(folder, options),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
