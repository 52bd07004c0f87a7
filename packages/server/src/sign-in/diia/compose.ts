// The sign-in method "diia": a link for the browser, the callback with the user's signature, and the ticket that only this
// browser can fetch.

import type { SignInContext, SignInMethod } from '../method.ts';
import { registerCallback } from './callback-route.ts';
import { registerCheck } from './check-route.ts';
import { createDiia } from './context.ts';
import { registerLink } from './link-route.ts';
import { DiiaRequests } from './request-store.ts';
import type { DiiaSettings } from './settings.ts';

export function composeDiia(context: SignInContext, settings: DiiaSettings): SignInMethod {
  const { config, db, encryption, now } = context;
  const requests = new DiiaRequests(db, { now, encryption });
  const diia = createDiia(context, settings, requests);
  let stopWatching = () => {};
  return {
    id: 'diia',
    async register(server, signInService) {
      // the parsers take 100 ms and 10 MiB, so they are loaded only where Diia is enabled
      const { createVerifier } = await import('./signature/verify.ts');
      const { readAuthorities, watchExpiry } = await import('./signature/authorities.ts');
      const production = config.mode === 'production';
      const authorities = readAuthorities(settings.caDir, { production });
      registerLink(server, diia);
      registerCheck(server, diia, signInService);
      await registerCallback(server, { requests, verify: createVerifier(authorities), now });
      stopWatching = watchExpiry(authorities, now, server.log);
    },
    onSessionStarted: (queries, requestId) => requests.close(queries, requestId),
    outcomes: () => diia.outcomes.last(),
    onSignOut: (request, reply) => diia.browserCookie.clear(request, reply),
    async close() {
      stopWatching();
    },
  };
}
