// Sends a file to the administration API and says how much of it has been sent, which `fetch` cannot.
import { type AdminClient, createAdminClient } from '@brama/contract/admin/client';
import { answered, withCaller } from './client.ts';
import { meQuery } from './me.ts';
import { queries } from './queries.ts';
import { stepUp } from './step-up.ts';

/** The file could not be read: it has changed or moved since it was chosen. */
export class FileReadError extends Error {}

/** Returns the first bytes of a file. @throws FileReadError */
export async function readStart(file: Blob, bytes: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  } catch (cause) {
    throw new FileReadError('the file cannot be read', { cause });
  }
}

function headersOf(text: string): Headers {
  const lines = text.trim().split(/[\r\n]+/);
  return new Headers(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()]];
    }),
  );
}

/** Receives which share has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

function transfer(request: Request, file: Blob, onProgress: OnProgress): Promise<Response> {
  return new Promise((resolve, reject) => {
    // stopped before the transfer
    request.signal.throwIfAborted();
    const sent = new XMLHttpRequest();
    sent.open(request.method, request.url);
    for (const [name, value] of request.headers) sent.setRequestHeader(name, value);
    sent.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sent.onload = () =>
      resolve(
        new Response(sent.responseText, {
          status: sent.status,
          headers: headersOf(sent.getAllResponseHeaders()),
        }),
      );
    sent.onerror = () => reject(new TypeError('the connection broke off'));
    sent.onabort = () => reject(request.signal.reason);
    request.signal.addEventListener('abort', () => sent.abort());
    sent.send(file);
  });
}

/** Asks for a recent sign-in first: the server would refuse the whole file. @throws if the user gives up */
export async function confirmFirst(): Promise<void> {
  const { strongUntil } = await queries.fetchQuery({ ...meQuery, staleTime: 0 });
  if (strongUntil === null && !(await stepUp())) throw new DOMException('given up', 'AbortError');
}

/** Returns a client whose calls send this file as their body. @throws FileReadError */
export async function uploadClient(
  file: Blob,
  onProgress: OnProgress = () => undefined,
): Promise<AdminClient> {
  await readStart(file, 1);
  return createAdminClient({
    baseUrl: location.origin,
    fetch: async (request) =>
      answered(request, await transfer(withCaller(request), file, onProgress)),
  });
}
