// A request of an application that needs the person first: it waits as a pending request, bound to this
// browser, while the person signs in with us, and goes on where it stopped.

import { isLanguage, type Language } from '@brama/contract/paths';
import type { Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Session } from '../../sessions/session.ts';
import type { Browsers } from '../browsers.ts';
import type { PendingRequests } from '../pending-store.ts';
import { ownMetadataOf } from './clients.ts';
import { levelOf } from './levels.ts';
import { demandsOf } from './policy.ts';
import { visitOf } from './visit.ts';

export type ParkingNeeds = { pending: PendingRequests; browsers: Browsers; now: () => number };

/** The first language of ours the application asks for (`ui_locales`), else the one remembered. */
function languageOf(ctx: KoaContextWithOIDC): Language {
  const wanted = `${ctx.oidc.params?.['ui_locales'] ?? ''}`.split(' ');
  const ours = wanted.map((tag) => tag.split('-')[0]).find(isLanguage);
  return ours ?? visitOf(ctx).language;
}

/** The page that says why nothing comes of it; its way on tells the application. */
export const refusalPath = (uid: string) => `/oidc/no-access/${uid}`;

export function createParking({ pending, browsers, now }: ParkingNeeds) {
  return {
    /** Where the browser goes meanwhile. */
    async park(ctx: KoaContextWithOIDC, interaction: Interaction): Promise<string> {
      const { client } = ctx.oidc;
      if (!client) throw new Error('a request without a client');
      if (interaction.prompt.name === 'access') {
        interaction.result = {
          error: 'access_denied',
          error_description: 'the user may not open this application',
        };
        await interaction.persist();
        return refusalPath(interaction.uid);
      }
      const { applicationId } = ownMetadataOf(client);
      const request = await pending.add(
        { applicationId, reference: interaction.uid, demands: demandsOf(ctx, now()) },
        browsers.admitRaw(ctx),
      );
      return `/${languageOf(ctx)}/?${new URLSearchParams({ appId: applicationId, request })}`;
    },
  };
}

export type Parking = ReturnType<typeof createParking>;

/** The address at which a waiting request goes on, now that somebody has signed in; none when it is over. */
export async function resume(
  provider: Provider,
  reference: string,
  session: Session,
): Promise<string | undefined> {
  const interaction = await provider.Interaction.find(reference);
  if (!interaction) return undefined;
  // it began without this session, or before it was signed in anew
  Reflect.deleteProperty(interaction, 'session');
  interaction.result = {
    login: {
      accountId: session.userId,
      ts: Math.floor(session.verifiedAt / 1000),
      ...levelOf(session.method),
    },
  };
  await interaction.persist();
  return interaction.returnTo;
}
