// The address that launches an application from the portal. The application starts the sign-in. Pure.

import type { Application } from '../../application.ts';
import { settingsOf } from './clients.ts';
import { isNative } from './settings.ts';

/**
 * Returns `initiate_login_uri` (OpenID Connect Core §4), the site of the application, or the origin of its redirect URI.
 * Returns undefined if browsers do not open the application, as with a device or a service.
 */
export function launchUrl(application: Application, issuer: string): string | undefined {
  const { metadata } = settingsOf(application);
  if (metadata.initiate_login_uri !== undefined) {
    const address = new URL(metadata.initiate_login_uri);
    address.searchParams.set('iss', issuer);
    return address.href;
  }
  // the redirect URI of a native application does not lead to a page
  const [first] = isNative(metadata) ? [] : (metadata.redirect_uris ?? []);
  const site = metadata.client_uri ?? (first === undefined ? undefined : new URL(first).origin);
  return site === undefined ? undefined : new URL(site).href;
}
