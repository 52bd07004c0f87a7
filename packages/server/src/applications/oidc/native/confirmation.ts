// The user confirms every sign-in of a native application, because any program on a device can imitate another one
// (RFC 8252 §8.6).

import type { Language } from '@brama/contract/paths';
import type { Client, Interaction, KoaContextWithOIDC } from 'oidc-provider';
import type { Translate } from '../../../pages/translate.ts';
import type { User } from '../../../users/user.ts';
import { clientOf } from '../authorization/authentication-requirements.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { requestContextOf } from '../request-context.ts';
import { isOnThisComputer, receiverOf } from './redirect-address.ts';

/** The reason of a prompt that asks for consent; without it the user only confirms. */
export const notConsented = 'not_agreed';

/** Returns whether the user must still confirm this request. The device flow has its own confirmation page. */
export function mustConfirm(ctx: KoaContextWithOIDC): boolean {
  const isConfirmed = 'consent' in (ctx.oidc.result ?? {});
  const { device } = requestContextOf(ctx);
  return ownMetadataOf(clientOf(ctx)).isNative && !device && !isConfirmed;
}

/** Returns whether a page only asks for confirmation, not for consent. */
export function isConfirmation({ prompt }: Pick<Interaction, 'prompt'>): boolean {
  return !prompt.reasons.includes(notConsented);
}

type Question = { client: Client; user: User; redirectUri: string | undefined };

/** Returns the content of the page: the client, the receiver of the response, and the signed-in user. */
export function confirmationParts(
  { client, user, redirectUri }: Question,
  language: Language,
  t: ReturnType<Translate>,
) {
  const receiverIn = (uri: string) =>
    isOnThisComputer(uri) ? t('answers:native-confirm.this-computer') : receiverOf(uri);
  return {
    application: ownMetadataOf(client).title[language],
    receiver: redirectUri === undefined ? '' : receiverIn(redirectUri),
    person: t('answers:device-confirm.person', { name: `${user.fullName} (${user.username})` }),
  };
}
