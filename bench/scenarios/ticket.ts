// Measures a launch from the portal: the redirect with a new ticket, and the application's server resolving it. Old
// clients (GET) and new ones (POST with Basic) take turns.

import { openApplication, resolveByGet, resolveByPost } from '../load/steps.ts';
import { repeated } from '../repeated.ts';

export const ticket = repeated({
  name: 'ticket',
  about: 'app-redirect and the resolving of its ticket',
  what: 'redirect + ticket',
  operation(cookies) {
    let turn = 0;
    return async (connection) => {
      const ticketId = await openApplication(connection, cookies());
      turn += 1;
      await (turn % 2 === 0 ? resolveByGet : resolveByPost)(connection, ticketId);
    };
  },
});
