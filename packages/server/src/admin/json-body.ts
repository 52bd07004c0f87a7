// Parses the body of a request: JSON in UTF-8, in which no object gives a key twice. The body of a file stays unread.

import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { maxLevels } from './depth.ts';

/** Returns the charset of a content type in lower case; by default UTF-8, the only one of JSON (RFC 8259 §8.1). */
function charsetOf(contentType = ''): string {
  const [, ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  return charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8';
}

/** @throws `request.unsupported-type`, `request.malformed` */
function textFrom({ headers }: FastifyRequest, body: Buffer): string {
  if (!['utf-8', 'utf8'].includes(charsetOf(headers['content-type'])))
    fail('request.unsupported-type');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    return fail('request.malformed', { cause });
  }
}

const duplicate = 'is given twice; remove one';

/** @throws `request.invalid` */
async function checkKeys(json: string, value: unknown): Promise<void> {
  const { findDuplicateKeys, isDeeper } = await import('./json-keys.ts');
  // a value that is too deep is refused later
  if (isDeeper(value, maxLevels + 1)) return;
  const issues = findDuplicateKeys(json, value).map(({ path }) => ({ path, reason: duplicate }));
  if (issues.length > 0) fail('request.invalid', { issues });
}

/** Replaces the JSON parser of the server for the routes of `scope`. An empty body counts as none. */
export function acceptStrictJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const text = textFrom(request, body);
      if (text === '') return undefined;
      const value = await new Promise<unknown>((resolve, reject) => {
        void parse(request, text, (error, parsed) => (error ? reject(error) : resolve(parsed)));
      });
      await checkKeys(text, value);
      return value;
    },
  );
}

/** Leaves the file in a body unread. `upload.ts` refuses it for routes that take none. */
export function acceptFiles(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/octet-stream',
    async (_request: FastifyRequest, file: Readable) => file,
  );
}
