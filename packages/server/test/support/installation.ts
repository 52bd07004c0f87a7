// A healthy installation in production for `brama doctor`: an address with a certificate, a database, keys, a mail server, Diia and Google.
// Names lead to this machine, and tests damage one part each.

import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import { vi } from 'vitest';
import { type InspectedConfig, inspectStoredConfig } from '../../src/app/config.ts';
import { runDoctor } from '../../src/commands/doctor.ts';
import { openKeys } from '../../src/commands/guard-keys.ts';
import { connect } from '../../src/database/connect.ts';
import type { Finding } from '../../src/doctor/run-checks.ts';
import { createLogger } from '../../src/http/log.ts';
import { putDatabase } from './databases.ts';
import { sequence, tagged } from './diia/der.ts';
import { createTestDiia } from './diia/partner.ts';
import { extension, type Identity, makeIdentity, pemOf } from './diia/pki.ts';
import { clientId, clientSecret, createTestIssuer, issuer } from './google/issuer.ts';
import { startMailServer } from './mail-server.ts';
import { makeWebBuild } from './web-build.ts';

export const host = 'id.campus.example';
export const mailHost = 'mail.campus.example';

const dayMs = 24 * 3_600_000;

const newKey = () => randomBytes(32).toString('hex');

/** All names lead here, except those in `unknown`. */
function answerNames(unknown: ReadonlySet<string>) {
  const real = { lookup: dns.lookup, promised: dns.promises.lookup };
  const isOurs = (name: string) => name.endsWith('.example');
  const refused = (name: string) =>
    Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  dns.lookup = ((name: string, options: { all?: boolean }, done: (...all: unknown[]) => void) => {
    if (!isOurs(name)) return real.lookup(name, options, done as never);
    if (unknown.has(name)) return done(refused(name));
    return options.all
      ? done(null, [{ address: '127.0.0.1', family: 4 }])
      : done(null, '127.0.0.1', 4);
  }) as never;
  dns.promises.lookup = (async (name: string, options: object) => {
    if (!isOurs(name)) return real.promised(name, options);
    if (unknown.has(name)) throw refused(name);
    return { address: '127.0.0.1', family: 4 };
  }) as never;
  syncBuiltinESMExports();
  return () => {
    dns.lookup = real.lookup;
    dns.promises.lookup = real.promised;
    syncBuiltinESMExports();
  };
}

/** What the disk says; a temporary folder of tests may lie in memory. */
function answerDisk(disk: { freeMebibytes: number; type: number }) {
  const real = fs.promises.statfs;
  fs.promises.statfs = (async () => ({
    type: disk.type,
    bsize: 2 ** 20,
    bavail: disk.freeMebibytes,
    files: 1000,
    ffree: 500,
  })) as never;
  syncBuiltinESMExports();
  return () => {
    fs.promises.statfs = real;
    syncBuiltinESMExports();
  };
}

const ext4 = 0xef53;

type CertificateChoice = {
  name?: string;
  validFrom?: number;
  validTo?: number;
  issuer?: Identity;
};

/** Subject alternative name (RFC 5280 §4.2.1.6). */
const nameExtension = (name: string) =>
  extension('2.5.29.17', false, sequence(tagged(0x82, Buffer.from(name))));

export type Installation = Awaited<ReturnType<typeof makeInstallation>>;

export async function makeInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'brama-doctor-'));
  const now = Date.now();
  const authority = makeIdentity({ now, ca: true });
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, pemOf(authority.der)]);

  function certificate({ name = host, ...choice }: CertificateChoice = {}) {
    const { privateKey, der } = makeIdentity({
      now,
      issuer: authority,
      serial: 7,
      validTo: now + 80 * dayMs,
      validFrom: now - 10 * dayMs,
      subject: [],
      ...choice,
      extension: nameExtension(name),
    });
    return { key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string, cert: pemOf(der) };
  }

  /** How the server at BASE_URL answers. */
  const site = {
    status: 200,
    body: '{"status":"ok"}',
    headers: {} as Record<string, string>,
    /** Whether this machine has the built web application. */
    isBuilt: true,
  };
  const answer: Parameters<typeof createHttp>[1] = (_request, response) => {
    response.writeHead(site.status, site.headers).end(site.body);
  };
  const server = createHttps(certificate(), answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const mail = await startMailServer();
  const diia = createTestDiia(now);
  const google = createTestIssuer();
  /** Names that DNS does not know, and hosts that do not answer. */
  const unknown = new Set<string>();
  const unreachable = new Set<string>();
  const restoreNames = answerNames(unknown);
  const disk = { freeMebibytes: 50_000, type: ext4 };
  const restoreDisk = answerDisk(disk);

  async function send(url: string, init: RequestInit): Promise<Response> {
    const { origin, hostname } = new URL(url);
    if (unreachable.has(hostname))
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      });
    if (hostname === host) return fetch(url, init);
    return origin === issuer ? google.fetch(url, init) : diia.fetch(url, init);
  }

  const fileOf = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  putDatabase(folder);
  fs.chmodSync(join(folder, 'brama.sqlite'), 0o600);
  const env: Record<string, string> = {
    NODE_ENV: 'production',
    BASE_URL: `https://${host}:${port}`,
    TRUST_PROXY: '1',
    DATA_DIR: folder,
    DATA_KEY_FILE: fileOf('data-key', newKey()),
    TAX_ID_KEY_FILE: fileOf('tax-id-key', newKey()),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'id@campus.example',
    ...diia.makeEnv(),
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer,
  };
  const readFile = (path: string) => fs.readFileSync(path, 'utf8');
  const inspect = (): InspectedConfig => inspectStoredConfig(env, readFile);
  const open = () =>
    connect({ sqliteFile: join(folder, 'brama.sqlite') }, (error) => {
      throw error;
    });
  const db = await open();
  await openKeys(db, inspect().config, createLogger('silent'));
  await db.destroy();

  /** Runs the command. Returns its exit code and what it prints. */
  async function doctor(...args: string[]) {
    const printed: string[] = [];
    const keep = (text: unknown) => void printed.push(`${text}`);
    const log = vi.spyOn(console, 'log').mockImplementation(keep);
    const error = vi.spyOn(console, 'error').mockImplementation(keep);
    try {
      const code = await runDoctor(args, {
        inspect,
        fetch: send,
        openSite: () => {
          if (!site.isBuilt) throw new Error('not built');
          return makeWebBuild([]);
        },
        context: { config: () => inspect().config, env, input: Readable.from([]) },
      });
      return { code, output: printed.join('\n') };
    } finally {
      log.mockRestore();
      error.mockRestore();
    }
  }

  return {
    folder,
    env,
    mail,
    diia,
    google,
    site,
    disk,
    unknown,
    unreachable,
    fileOf,
    open,
    doctor,
    /** Shows another certificate at BASE_URL. */
    show: (choice: CertificateChoice) => server.setSecureContext(certificate(choice)),
    makeUnknownAuthority: () => makeIdentity({ now, ca: true }),
    now,
    dayMs,
    async findings(): Promise<{ code: number; findings: Finding[] }> {
      const { code, output } = await doctor('--json');
      return { code, findings: JSON.parse(output).items };
    },
    close() {
      restoreNames();
      restoreDisk();
      tls.setDefaultCACertificates(trusted);
      mail.close();
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
