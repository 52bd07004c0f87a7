// What pages of other origins may load: the button's script and its picture, the manual.

type Headed = { header(name: string, value: string): unknown };

/** Also with integrity checks, and in pages that are isolated (COEP). */
export function allowAllOrigins(reply: Headed) {
  reply.header('access-control-allow-origin', '*');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}
