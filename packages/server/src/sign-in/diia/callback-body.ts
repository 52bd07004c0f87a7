// Parses the body of a callback: multipart → the part `encodeData` → base64 → JSON → request and signature.

import busboy from '@fastify/busboy';
import { z } from 'zod';
import { parsed, refuse } from './refusal.ts';
import { requestIdForm } from './request-store.ts';

export const maxCallbackBytes = 1024 * 1024;

export type CallbackData = { requestId: string; signature: Buffer };

const partName = 'encodeData';
/** One repeated class, so that hostile input causes no backtracking. */
const base64 = /^[A-Za-z0-9+/=\s]+$/;

/** Real data has about 15 KiB. Much longer data cannot be a signature and is not parsed. */
const maxDataLength = 64 * 1024;

const dataSchema = z.object({
  requestId: z.string().regex(requestIdForm),
  signature: z.string().regex(base64),
});

/** Returns the texts of all parts `encodeData`. Rejects a body that is not complete multipart data. */
async function partsOf(body: Buffer, contentType: string): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const values: string[] = [];
  // the parser supports form-data only; multipart/mixed has the same framing (RFC 2046 §5.1)
  const type = contentType.replace(/^multipart\/mixed/i, 'multipart/form-data');
  const parser = new busboy.Busboy({
    headers: { 'content-type': type },
    isPartAFile: () => false,
    limits: {
      fields: 16,
      parts: 16,
      headerPairs: 32,
      fieldNameSize: 100,
      fieldSize: maxCallbackBytes,
    },
  });
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (name === partName && !valueCut) values.push(value);
  });
  parser.on('finish', () => resolve(values));
  parser.on('error', reject);
  parser.end(body);
  return promise;
}

async function encodedData(body: Buffer, contentType: string): Promise<string> {
  const values = await partsOf(body, contentType).catch(() => refuse('body-malformed'));
  const [value, ...more] = values;
  return value !== undefined && more.length === 0 ? value : refuse('body-without-data');
}

function decode(text: string): CallbackData {
  if (text.length > maxDataLength || !base64.test(text)) refuse('data-malformed');
  const json = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  const { requestId, signature } = dataSchema.parse(json);
  return { requestId, signature: Buffer.from(signature, 'base64') };
}

/** @throws {CallbackRefused} */
export async function readCallback(body: Buffer, contentType: string): Promise<CallbackData> {
  const text = await encodedData(body, contentType);
  return parsed('data-malformed', () => decode(text));
}
