// Redirect URIs of native applications (RFC 8252 §7): an https address, a loopback port, or a private-use scheme. Pure.

import { validateUrl, validateUrlParts } from '@brama/contract/applications/validate-url';
import { textThat } from '../../manifest/issues.ts';

/** Loopback addresses; the client chooses the port each time (RFC 8252 §7.3). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(:\d*)?(?=[/?#]|$)/;

/** A reversed domain name, because two applications could use the same scheme without one (RFC 8252 §7.1). */
const privateUseScheme = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:\/[\x21-\x7e]*$/;

const reasonOfScheme =
  'must begin with https://, with http://127.0.0.1/ or http://[::1]/, or with a domain of yours in reverse, for example com.example.app:/callback';

function faultOfNativeAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol === 'https:')
    return loopback.test(text.replace('https:', 'http:'))
      ? 'must name a host of yours: on this computer it is http://127.0.0.1/'
      : validateUrl(text);
  const isOnThisComputer = url?.protocol === 'http:' && loopback.test(withoutUser(text));
  if (!url || !(isOnThisComputer || privateUseScheme.test(text))) return reasonOfScheme;
  return validateUrlParts(url);
}

/** Removes a username, so that the error names the username and not a wrong host. */
const withoutUser = (text: string) => text.replace(/^http:\/\/[^/?#]*@/, 'http://');

export const nativeAddress = textThat(faultOfNativeAddress);

export const isOnThisComputer = (address: string) => loopback.test(address);

/** Returns the receiver of responses to show to a user: the host, or the private-use scheme. */
export function receiverOf(address: string): string {
  const { protocol, host } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}

/** Returns a registered address with the port of the received one, where the port does not count. */
export function withPortOf(registered: string, received: string): string {
  const port = loopback.exec(received)?.[2] ?? '';
  return registered.replace(loopback, (_, origin) => `${origin}${port}`);
}
