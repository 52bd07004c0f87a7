// Parses the body of a request: JSON in UTF-8, in which no object gives a key twice.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldIssue, fail } from '../errors.ts';
import { maxLevels } from './depth.ts';
import { countKeys, countWrittenKeys } from './json-keys.ts';

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

/** Returns the keys that stand twice. Some JSON texts are no YAML, so that the parser with positions does not read them. */
async function duplicateKeys(json: string): Promise<readonly FieldIssue[]> {
  const { findDuplicateKeys } = await import('./yaml-locations.ts');
  try {
    return findDuplicateKeys(json).map(({ path }) => ({ path, reason: duplicate }));
  } catch {
    return [];
  }
}

/** @throws `request.invalid` */
async function checkKeys(json: string, value: unknown): Promise<void> {
  const keys = countKeys(value, maxLevels);
  // a value that is too deep is refused later
  if (Number.isNaN(keys) || keys === countWrittenKeys(json)) return;
  const issues = await duplicateKeys(json);
  fail('request.invalid', {
    issues: issues.length > 0 ? issues : [{ path: [], reason: duplicate }],
  });
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
