// The user confirms every sign-in of a native application: any program on a device can claim to be another one
// (RFC 8252 §8.6).

import type { Language } from '@brama/contract/paths';
import type { Client, Interaction, KoaContextWithOIDC } from 'oidc-provider';
import type { Translate } from '../../../pages/translate.ts';
import type { User } from '../../../users/user.ts';
import { clientOf } from '../authorization/authentication-requirements.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import { requestContextOf } from '../request-context.ts';
import { isOnThisComputer, receiverOf } from './redirect-address.ts';

/** The reason of a prompt that asks for data; without it the user only confirms. */
export const notAgreed = 'not_agreed';

/** Returns whether the user must still confirm this request. A device has a page of its own for that. */
export function mustConfirm(ctx: KoaContextWithOIDC): boolean {
  const isConfirmed = 'consent' in (ctx.oidc.result ?? {});
  return ownMetadataOf(clientOf(ctx)).isNative && !requestContextOf(ctx).device && !isConfirmed;
}

/** Returns whether a page asks for a confirmation alone, and not for consent to anything. */
export function isConfirmation({ prompt }: Pick<Interaction, 'prompt'>): boolean {
  return !prompt.reasons.includes(notAgreed);
}

type Question = { client: Client; user: User; address: string | undefined };

/** Returns what the page says of one request: which application, who gets the answer, who is signed in. */
export function confirmationParts(
  { client, user, address }: Question,
  language: Language,
  t: ReturnType<Translate>,
) {
  const receiverIn = (target: string) =>
    isOnThisComputer(target) ? t('answers:native-confirm.this-computer') : receiverOf(target);
  return {
    application: ownMetadataOf(client).title[language],
    receiver: address === undefined ? '' : receiverIn(address),
    person: t('answers:device-confirm.person', { name: `${user.fullName} (${user.username})` }),
  };
}
