// Encrypts to public keys and decrypts with private keys in the format of age (https://age-encryption.org/v1), as streams.

import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { Refusal, reasonOf } from './refusal.ts';

/** The first line of an encrypted file. */
export const ageMagic = 'age-encryption.org/v1\n';

/** The header of a file for a thousand recipients is shorter. */
const maxHeaderBytes = 256 * 1024;

function readLines(option: string, file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`${option}: cannot read ${file}: ${reasonOf(error)}.`, { cause: error });
  }
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** `recipients`: public keys. `files` have one in a line. @throws {Refusal} for a text that is no public key. */
export function readRecipients(recipients: readonly string[], files: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  const all = [
    ...recipients.map((text) => ({ text, from: '--recipient' })),
    ...files.flatMap((file) =>
      readLines('--recipients-file', file).map((text) => ({ text, from: file })),
    ),
  ];
  if (all.length === 0) throw new Refusal('--recipients-file: there is no public key in it.');
  for (const { text, from } of all) {
    if (/^AGE-(SECRET-KEY|PLUGIN)-/i.test(text))
      throw new Refusal(
        `${from}: this is a private key. It belongs on another machine; give its public key (age1…).`,
      );
    try {
      encrypter.addRecipient(text);
    } catch (cause) {
      const reason = `${text.slice(0, 80)} is not a public key of age (age1…)`;
      throw new Refusal(`${from}: ${reason}.`, { cause });
    }
  }
  return encrypter;
}

/** `file` has private keys, as `age-keygen` writes them. @throws {Refusal} */
export function readIdentities(file: string): Decrypter {
  const decrypter = new Decrypter();
  const lines = readLines('--identity', file);
  if (lines.length === 0) throw new Refusal(`--identity: there is no private key in ${file}.`);
  for (const line of lines)
    try {
      decrypter.addIdentity(line);
    } catch (cause) {
      // the line is a secret
      const reason = `${file} is not a file of private keys (AGE-SECRET-KEY-1…)`;
      throw new Refusal(`--identity: ${reason}.`, { cause });
    }
  return decrypter;
}

const toWeb = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>;

export async function encrypt(
  encrypter: Encrypter,
  source: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  return (await encrypter.encrypt(
    toWeb(source) as Parameters<Encrypter['encrypt']>[0] & ReadableStream,
  )) as unknown as AsyncIterable<Uint8Array>;
}

/** The library reads a header of any length into memory. @throws {Refusal} */
async function checkHeader(file: string): Promise<void> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(maxHeaderBytes), 0);
    if (!buffer.subarray(0, bytesRead).includes('\n--- '))
      throw new Refusal(`${file} is damaged: the header of age is incomplete.`);
  } finally {
    await opened.close();
  }
}

/** Yields the content of `source`, which is the content of `file`. @throws {Refusal} for another key or a changed file. */
export async function* decrypt(
  decrypter: Decrypter,
  file: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  await checkHeader(file);
  let opened: AsyncIterable<Uint8Array>;
  try {
    opened = (await decrypter.decrypt(
      toWeb(source) as Parameters<Decrypter['decrypt']>[0] & ReadableStream,
    )) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    const isOtherKey = /no identity matched/.test(`${(error as Error).message}`);
    throw new Refusal(
      isOtherKey
        ? `${file} is encrypted for another key than that of --identity.`
        : `${file} is damaged: its header is not one of age.`,
      { cause: error },
    );
  }
  try {
    yield* opened;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code)
      throw new Refusal(`Cannot read ${file}: ${reasonOf(error)}.`, { cause: error });
    throw new Refusal(`${file} is damaged or truncated: its content cannot be decrypted.`, {
      cause: error,
    });
  }
}
