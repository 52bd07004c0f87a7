// The one-time code that opens the page of set-up. It stands in a file of DATA_DIR, which only the user of the server can read. A second
// file binds it to the first browser that enters it.

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { placeFile } from '../../config/place-file.ts';
import type { Environment } from '../../config/settings.ts';
import { readPrivateFile, setupCodeFileOf } from '../../config/settings-file.ts';
import { hashSecret, matchesHash } from '../../crypto/secrets.ts';

const lifetimeMs = 24 * 3_600_000;

/** 128 bits in hexadecimal. */
const codeForm = /^[\da-f]{32}$/;

/** Returns the code as it is stored, however a person has typed it. */
const normalized = (typed: string) =>
  typed
    .slice(0, 256)
    .replaceAll(/[\s\u2010-\u2015-]/g, '')
    .toLowerCase();

export class SetupCode {
  readonly code: string;
  readonly validUntil: number;
  readonly #bindingFile: string;

  private constructor(file: string, code: string, validUntil: number) {
    this.code = code;
    this.validUntil = validUntil;
    this.#bindingFile = `${file}.${hashSecret(code).slice(0, 16)}`;
  }

  /** Returns the code of the file; undefined without one that is valid now. */
  static find(env: Environment, now: number): SetupCode | undefined {
    const file = setupCodeFileOf(env);
    const [code = '', time = ''] = readPrivateFile(file)?.split('\n') ?? [];
    const validUntil = Date.parse(time.replace(/^valid until /, ''));
    if (!codeForm.test(normalized(code)) || !(now < validUntil)) return undefined;
    return new SetupCode(file, normalized(code), validUntil);
  }

  /** Returns the code that no browser has used yet; creates one if there is none. */
  static issue(env: Environment, now: number): SetupCode {
    const found = SetupCode.find(env, now);
    if (found && found.#binding() === undefined) return found;
    removeSetupCode(env);
    const groups = randomBytes(16).toString('hex').match(/.{8}/g) ?? [];
    const time = new Date(now + lifetimeMs).toISOString();
    placeFile(setupCodeFileOf(env), `${groups.join('-')}\nvalid until ${time}\n`);
    // perhaps another command has created it meanwhile
    const issued = SetupCode.find(env, now);
    if (!issued) throw new Error('the code of set-up was removed just now');
    return issued;
  }

  /** In groups, as people compare and type it. */
  get written(): string {
    return (this.code.match(/.{8}/g) ?? []).join('-');
  }

  matches(typed: string): boolean {
    return matchesHash(normalized(typed), hashSecret(this.code));
  }

  #binding(): string | undefined {
    try {
      return readFileSync(this.#bindingFile, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Binds the code to the browser with this secret. Returns false if another browser was first. */
  bindTo(secret: string): boolean {
    return placeFile(this.#bindingFile, `${hashSecret(secret)}\n`) || this.isBoundTo(secret);
  }

  isBoundTo(secret: string): boolean {
    return matchesHash(secret, this.#binding() ?? '');
  }
}

/** Removes the code, and to which browser it is bound. */
export function removeSetupCode(env: Environment): void {
  const file = setupCodeFileOf(env);
  const folder = dirname(file);
  const ours = readdirSync(folder).filter(
    (name) => name === basename(file) || name.startsWith(`${basename(file)}.`),
  );
  for (const name of ours) rmSync(join(folder, name), { force: true });
}
