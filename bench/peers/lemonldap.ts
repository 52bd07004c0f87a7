// LemonLDAP::NG from Debian packages: its portal in Starman, with the users of its demonstration and sessions in SQLite.

import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteFile } from '../bare/library.ts';
import type { Connection } from '../load/connection.ts';
import { expectStatus, found } from '../load/steps.ts';
import { connections } from '../plan.ts';
import { type Provider, processors } from '../sso/targets.ts';
import { secretOf, ssoClients } from '../system/clients.ts';
import { type RunningServer, type StartOptions, startProgram } from '../system/server.ts';

const needed = [
  '/usr/bin/starman',
  '/usr/share/perl5/Lemonldap/NG/Portal.pm',
  '/usr/share/perl5/Apache/Session/Browseable/SQLite.pm',
  // the portal does not start without these, though their packages are only recommended
  '/usr/share/perl5/String/Random.pm',
  '/usr/share/perl5/GD/SecurityImage.pm',
];

const paths: Provider['paths'] = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  discovery: '/.well-known/openid-configuration',
  jwks: '/oauth2/jwks',
};

function clients(): object {
  return Object.fromEntries(
    ssoClients.map(({ id, redirectUri }) => [
      id,
      {
        oidcRPMetaDataOptionsClientID: id,
        oidcRPMetaDataOptionsClientSecret: secretOf(id),
        // this version has no ES256
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsRefreshToken: 1,
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsRedirectUris: redirectUri,
      },
    ]),
  );
}

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

function configuration(folder: string, port: number): object {
  const sessions = {
    DataSource: `dbi:SQLite:dbname=${folder}/sessions.db`,
    Commit: 1,
    Index: '_whatToTrace ipAddr _session_kind _utime',
    TableName: 'sessions',
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  };
  return {
    cfgNum: 1,
    cfgDate: 1,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    portal: `http://localhost:${port}/`,
    domain: 'localhost',
    cookieName: 'lemonldap',
    securedCookie: 0,
    requireToken: 0,
    key: 'bench-bench-bench',
    globalStorage: 'Apache::Session::Browseable::SQLite',
    globalStorageOptions: sessions,
    persistentStorage: 'Apache::Session::Browseable::SQLite',
    persistentStorageOptions: sessions,
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: {
      cache_root: `${folder}/cache`,
      cache_depth: 3,
      namespace: 'sessions',
    },
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    macros: { _whatToTrace: '$uid' },
    whatToTrace: '_whatToTrace',
    locationRules: { localhost: { default: 'accept' } },
    issuerDBOpenIDConnectActivation: 1,
    issuerDBOpenIDConnectPath: '^/oauth2/',
    oidcServiceMetaDataAuthnContext: { 'loa-1': 1 },
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServicePrivateKeySig: keys.privateKey,
    oidcServicePublicKeySig: keys.publicKey,
    oidcServiceKeyIdSig: 'key',
    oidcRPMetaDataOptions: clients(),
    oidcRPMetaDataExportedVars: Object.fromEntries(
      ssoClients.map(({ id }) => [id, { name: 'cn', email: 'mail' }]),
    ),
  };
}

const settings = (folder: string) => `[all]
logLevel = error
checkTime = 600
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'cache_root' => '${folder}/cache', 'cache_depth' => 3 }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
[handler]
status = 0
`;

/** A worker serves one connection until it ends, so each connection of the load generator needs its own. */
const workers = connections;

async function start(folder: string, options: StartOptions = {}): Promise<RunningServer> {
  const app = join(folder, 'app.psgi');
  return startProgram({
    command(port) {
      rmSync(join(folder, 'cache'), { recursive: true, force: true });
      mkdirSync(join(folder, 'cache'));
      writeFileSync(
        join(folder, 'conf/lmConf-1.json'),
        JSON.stringify(configuration(folder, port)),
      );
      const listen = ['--listen', `127.0.0.1:${port}`, '--workers', `${workers}`];
      const quiet = ['--error-log', join(folder, 'log')];
      return ['starman', '--preload-app', ...quiet, ...listen, app];
    },
    env: () => ({
      LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
      LLNG_DEFAULTLOGGER: 'Lemonldap::NG::Common::Logger::Std',
    }),
    processors,
    readyPath: paths.discovery,
    ...options,
  });
}

async function signInAs(connection: Connection): Promise<string> {
  const { head } = await expectStatus(connection, 302, {
    method: 'POST',
    path: '/',
    headers: 'content-type: application/x-www-form-urlencoded\r\n',
    body: 'user=dwho&password=dwho',
  });
  return found(/set-cookie: *(lemonldap=[^;]+)/i, head);
}

/** Returns undefined where the packages are not installed. */
export function openLemonldap(): Provider | undefined {
  if (!needed.every((file) => existsSync(file))) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-lemonldap-'));
  mkdirSync(join(folder, 'conf'));
  writeFileSync(join(folder, 'lemonldap-ng.ini'), settings(folder));
  writeFileSync(
    join(folder, 'app.psgi'),
    'use Lemonldap::NG::Portal;\nLemonldap::NG::Portal->run({});\n',
  );
  const database = new SqliteFile(join(folder, 'sessions.db'));
  database.pragma('journal_mode = WAL');
  database.exec(
    'create table sessions (id text primary key, a_session text, _session_kind text, _utime integer, _whatToTrace text, ipAddr text)',
  );
  database.close();
  return {
    name: 'LemonLDAP::NG',
    databasePid: undefined,
    users: 1,
    paths,
    signInAs,
    start: (options) => start(folder, options),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
