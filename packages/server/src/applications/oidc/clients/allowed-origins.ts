// Decides from which origins browsers may call the endpoints of a client (CORS). The library sends the headers.

import type { Client } from 'oidc-provider';
import { ownMetadataOf } from './clients.ts';

/** Returns whether pages of this origin may call the endpoints of the client: its redirect URIs have that origin. */
export function isAllowedOrigin(origin: string, client: Client): boolean {
  // a native client has no pages, and a private-use scheme has the origin `null`, which any page may have
  if (ownMetadataOf(client).isNative) return false;
  return (client.redirectUris ?? []).some((address) => new URL(address).origin === origin);
}
