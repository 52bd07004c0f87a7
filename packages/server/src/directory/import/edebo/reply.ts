// Judges one reply of the register: its data, or the error that it means. Values of the reply never become part of an error.

import { EdeboError } from './edebo-error.ts';

type Reply = { status: number; body: Buffer | undefined };
type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Skips what may stand before a document: white space and a byte order mark. */
const isHtml = (body: Buffer) => body.subarray(0, 200).toString('utf8').trimStart().startsWith('<');

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Texts in which the register explains an error. They are searched, never shown. */
function explanationOf(body: unknown): string {
  if (!isObject(body)) return '';
  const fields = ['message', 'error', 'error_description', 'errorMessage', 'errorDetails'];
  const pascal = fields.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}`);
  const texts = [...fields, ...pascal].flatMap((name) => {
    const value = body[name];
    return typeof value === 'string' ? [value.slice(0, 2000)] : [];
  });
  return texts.join(' ').toLowerCase();
}

const isDenied = (body: unknown) => explanationOf(body).includes('authorization has been denied');

function isConflict(body: unknown): boolean {
  const explanation = explanationOf(body);
  return explanation.includes('duplicate') && explanation.includes('key');
}

/** Returns the names of the parameters that the register rejects, which are names of our own requests. */
function rejectedParameters(body: unknown): string {
  const errors = isObject(body) ? body['paramsValidationErrors'] : undefined;
  if (!Array.isArray(errors)) return '';
  const names = errors.map((one: unknown) => (isObject(one) ? one['jsonProperty'] : undefined));
  const own = names.filter((name) => typeof name === 'string' && /^[A-Za-z]{1,40}$/.test(name));
  return own.length > 0 ? `: ${own.slice(0, 8).join(', ')}` : '';
}

function errorOfStatus(status: number, body: unknown): EdeboError {
  const detail = `HTTP ${status}`;
  if (status === 401) return new EdeboError('unauthorized', detail);
  if (status === 403) return new EdeboError('access-denied', detail);
  if (status === 400 || status === 422)
    return new EdeboError('validation', detail + rejectedParameters(body));
  if (status === 429 || status >= 500) return new EdeboError('unavailable', detail);
  return new EdeboError('unexpected-status', detail);
}

function errorOf(status: number, body: Buffer | undefined, data: unknown): EdeboError | undefined {
  if (status >= 300 && status < 400) return new EdeboError('redirect', `HTTP ${status}`);
  if (!body) return new EdeboError('answer-too-large');
  // a proxy in front of the register that cannot reach it has a page in HTML too
  if (isHtml(body))
    return [502, 504].includes(status)
      ? new EdeboError('unavailable', `HTTP ${status}`)
      : new EdeboError('html-answer', `HTTP ${status}`);
  if (isDenied(data)) return new EdeboError('unauthorized', `HTTP ${status}`);
  return status === 200 ? undefined : errorOfStatus(status, data);
}

/** Returns the rows of a list. @throws {EdeboError} */
export function rowsIn({ status, body }: Reply): unknown[] {
  const data = body && jsonIn(body);
  const error = errorOf(status, body, data);
  if (error) throw error;
  // an empty list may come as an empty body
  if (body?.length === 0 || data === null) return [];
  if (!Array.isArray(data)) throw new EdeboError('unexpected-answer');
  return data;
}

export type IssuedToken = { token: string; lifetimeSeconds: number };

const tokenForm = /^[\w.~+/=-]{1,8192}$/;

/** Returns the issued token. @throws {EdeboError} */
export function tokenIn({ status, body }: Reply): IssuedToken {
  const data = body && jsonIn(body);
  if (isConflict(data)) throw new EdeboError('token-conflict', `HTTP ${status}`);
  const error = errorOf(status, body, data);
  if (error && ['unauthorized', 'validation', 'access-denied'].includes(error.code))
    throw new EdeboError('credentials', `HTTP ${status}`);
  if (error) throw error;
  const token = isObject(data) ? data['access_token'] : undefined;
  const lifetimeSeconds = isObject(data) ? Number(data['expires_in']) : Number.NaN;
  if (typeof token !== 'string' || !tokenForm.test(token) || !(lifetimeSeconds > 0))
    throw new EdeboError('unexpected-answer');
  return { token, lifetimeSeconds };
}
