// Where a click on an application's card leads: it begins the sign-in itself. Pure.

import type { Application } from '../../application.ts';
import { settingsOf } from './clients.ts';
import { isNative } from './settings.ts';

/**
 * Its own start of a sign-in (OpenID Connect Core §4), its address, or where it takes its answers; nothing
 * where no browser ever goes, as with a device or a service.
 */
export function launchUrl(application: Application, issuer: string): string | undefined {
  const { metadata } = settingsOf(application);
  if (metadata.initiate_login_uri !== undefined) {
    const address = new URL(metadata.initiate_login_uri);
    address.searchParams.set('iss', issuer);
    return address.href;
  }
  // no page of ours can open a native application where it takes its answers
  const [first] = isNative(metadata) ? [] : (metadata.redirect_uris ?? []);
  const site = metadata.client_uri ?? (first === undefined ? undefined : new URL(first).origin);
  return site === undefined ? undefined : new URL(site).href;
}
