// Sends requests to another server: over https, or to this machine; without redirects; and not for ever. The answers are limited.

/** Thrown if the server does not answer as a server of Brama. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

const timeoutMs = 60_000;

/** A page of a list has 200 objects, and an object at most some kilobytes. */
const maxAnswerBytes = 16 * 1024 * 1024;

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null
    ? ((error as { code?: string }).code ?? codeOf((error as { cause?: unknown }).cause))
    : undefined;

const isAboutCertificate = (code: string) =>
  /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/.test(code);

/** Says why there is no answer. */
function reasonOf(error: unknown, origin: string): string {
  const { name } = error as Error;
  if (name === 'TimeoutError') return `${origin} has not answered within ${timeoutMs / 1000} s.`;
  const code = codeOf(error) ?? name;
  return isAboutCertificate(code)
    ? `The certificate of ${origin} is not accepted (${code}). Add a private authority to this system (update-ca-certificates), or set NODE_EXTRA_CA_CERTS.`
    : `${origin} does not answer (${code}).`;
}

/** Returns the response. Reading its body throws a NoAnswer after too many bytes, counted after decompression. */
function limited(response: Response, origin: string): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength;
      if (bytes <= maxAnswerBytes) return controller.enqueue(part);
      controller.error(
        new NoAnswer(`The answer of ${origin} has more than ${maxAnswerBytes / 1024 ** 2} MiB.`),
      );
    },
  });
  return new Response(response.body.pipeThrough(counting), response);
}

/** @throws {NoAnswer} */
export async function remoteFetch(request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  let response: Response;
  try {
    response = await fetch(request, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new NoAnswer(reasonOf(error, origin), { cause: error });
  }
  if (response.status >= 300 && response.status < 400) {
    const to = response.headers.get('location') ?? '';
    const host = URL.canParse(to, origin) ? new URL(to, origin).origin : 'another address';
    throw new NoAnswer(
      `${origin} answers with a redirect to ${host}, which is not followed. Name the server by its own address.`,
    );
  }
  return limited(response, origin);
}
