// Where a click on an application's card leads: it begins the sign-in itself. Pure.

import type { Application } from '../application.ts';
import { oidcSettings } from './settings.ts';

/** Its own start of a sign-in (OpenID Connect Core §4), its address, or where it takes its answers. */
export function startAddress({ protocol }: Application, issuer: string): string {
  const { metadata } = oidcSettings.parse(protocol.settings);
  if (metadata.initiate_login_uri !== undefined) {
    const address = new URL(metadata.initiate_login_uri);
    address.searchParams.set('iss', issuer);
    return address.href;
  }
  const [first = ''] = metadata.redirect_uris;
  return new URL(metadata.client_uri ?? new URL(first).origin).href;
}
