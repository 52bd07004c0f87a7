// Registers routes that accept only the body of an HTML form, and no JSON.

import formbody, { type FastifyFormbodyOptions } from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';

/** Makes the body a `URLSearchParams`, for code that must see whether a field is repeated. */
export const asSearchParams = {
  parser: (text: string) => new URLSearchParams(text) as unknown as Record<string, string>,
};

/** A file of a form. */
export class UploadedFile {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }
}

async function readPart(part: string | File): Promise<string | UploadedFile> {
  if (typeof part === 'string') return part;
  return new UploadedFile(Buffer.from(await part.arrayBuffer()));
}

/** Makes the body an object of texts and files, like that of a form without files. Of a repeated field the last one counts. */
function acceptFiles(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers })
        .formData()
        .catch(() => fail('request.malformed'));
      const parts = [...form].map(async ([name, part]) => [name, await readPart(part)] as const);
      return Object.fromEntries(await Promise.all(parts));
    },
  );
}

export type FormOptions = FastifyFormbodyOptions & {
  /** Accepts forms with files (multipart/form-data) of at most this size; by default none. */
  maxUploadBytes?: number;
};

export async function registerForms(
  server: FastifyInstance,
  register: (scope: FastifyInstance) => void,
  { maxUploadBytes, ...options }: FormOptions = {},
) {
  const forms: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, options);
    if (maxUploadBytes !== undefined) acceptFiles(scope, maxUploadBytes);
    register(scope);
  };
  await server.register(forms);
}
