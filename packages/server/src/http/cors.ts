// CORS headers of the files that pages of other origins load: the script and picture of the button, the manual.

type WithHeaders = { header(name: string, value: string): unknown };

/** Also allows integrity checks, and pages that are isolated with COEP. */
export function allowAllOrigins(reply: WithHeaders) {
  reply.header('access-control-allow-origin', '*');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}
