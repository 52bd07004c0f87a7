// Reads the body of a response up to a limit.

/** Returns undefined, and ends the transfer, if the body is longer than `maxBytes`. */
export async function readBounded(
  response: Response,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
