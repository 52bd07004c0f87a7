// Runs the programs of PostgreSQL. They receive the address and the password in their environment, which other users of the machine
// cannot read, and never in arguments.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../../config/settings.ts';
import { Refusal } from './refusal.ts';

/** Parameters of an address → variables of libpq. */
const variables: Record<string, string> = {
  application_name: 'PGAPPNAME',
  channel_binding: 'PGCHANNELBINDING',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  dbname: 'PGDATABASE',
  gssencmode: 'PGGSSENCMODE',
  host: 'PGHOST',
  hostaddr: 'PGHOSTADDR',
  options: 'PGOPTIONS',
  passfile: 'PGPASSFILE',
  password: 'PGPASSWORD',
  port: 'PGPORT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  target_session_attrs: 'PGTARGETSESSIONATTRS',
  user: 'PGUSER',
};

/** For the driver of the server each of these modes checks the certificate and the name. */
const verifying = new Set(['prefer', 'require', 'verify-ca', 'verify-full']);

/** Authorities that a system trusts. */
const bundles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'];

/** The driver of the server checks the certificate and the name in all these modes, and so do the programs. */
function withVerification(found: Record<string, string>, env: Environment): Record<string, string> {
  if (!verifying.has(found['PGSSLMODE'] ?? '')) return found;
  const authorities =
    env['NODE_EXTRA_CA_CERTS'] || bundles.find((file) => existsSync(file)) || 'system';
  return { PGSSLROOTCERT: authorities, ...found, PGSSLMODE: 'verify-full' };
}

/** Returns the variables of libpq for an address. `env`: the environment of this process. */
export function environmentOf(url: string, env: Environment): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const found: Record<string, string> = {};
  const set = (name: string | undefined, value: string) => {
    if (name !== undefined && value !== '') found[name] = value;
  };
  set('PGHOST', decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'));
  set('PGPORT', port);
  set('PGUSER', decodeURIComponent(username));
  set('PGPASSWORD', decodeURIComponent(password));
  set('PGDATABASE', decodeURIComponent(pathname.slice(1)));
  for (const [name, value] of searchParams) {
    if (name === 'ssl') set('PGSSLMODE', /^(1|true)$/.test(value) ? 'verify-full' : 'disable');
    else set(variables[name], value);
  }
  return withVerification(found, env);
}

/** Variables that the programs need: not the settings, and so not the keys, of the server. */
const kept = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'PGSYSCONFDIR'];

type Program = 'pg_dump' | 'pg_restore' | 'psql';

export type Running = {
  output: Readable;
  /** What the program reads, if it was started with an input. */
  input: Writable | null;
  /** Resolves after a success. @throws {Refusal} with what the program has written about its failure. */
  done: Promise<void>;
};

const maxErrorLength = 2000;

export class PostgresPrograms {
  readonly #env: Environment;
  readonly #url: string | undefined;

  /** `env`: the environment of this process. `url`: without it the programs connect to no server. */
  constructor(env: Environment, url?: string) {
    this.#env = env;
    this.#url = url;
  }

  start(
    program: Program,
    args: readonly string[],
    { hasInput = false }: { hasInput?: boolean } = {},
  ): Running {
    const own = Object.fromEntries(kept.map((name) => [name, this.#env[name]]));
    const place = this.#url === undefined ? {} : environmentOf(this.#url, this.#env);
    const child = spawn(program, args, {
      stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      env: { ...own, ...place },
    });
    let messages = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (messages.length < maxErrorLength) messages += text;
    });
    const done = new Promise<void>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ENOENT'
            ? new Refusal(`There is no ${program} here: install the client programs of PostgreSQL.`)
            : error,
        ),
      );
      child.once('close', (code, signal) => {
        if (code === 0) resolve();
        else reject(new Refusal(`${program} failed: ${messages.trim() || (signal ?? code)}`));
      });
    });
    // the caller may read the output first
    done.catch(() => undefined);
    return { output: child.stdout as Readable, input: child.stdin, done };
  }

  /** Returns the major version of a program. @throws {Refusal} if it is not installed. */
  async majorOf(program: Program): Promise<number> {
    const { output, done } = this.start(program, ['--version']);
    let text = '';
    for await (const chunk of output) text += chunk;
    await done;
    const version = /\(PostgreSQL\) (\d+)/.exec(text)?.[1];
    if (version === undefined) throw new Refusal(`${program} does not say its version.`);
    return Number(version);
  }

  has(program: Program): Promise<boolean> {
    return this.majorOf(program).then(
      () => true,
      () => false,
    );
  }
}
