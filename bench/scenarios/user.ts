// Measures GET /user of signed-in users, the first request of every portal page.

import { askUser } from '../load/steps.ts';
import { repeated } from '../repeated.ts';

export const user = repeated({
  name: 'user',
  about: 'GET /user, signed in',
  what: 'GET /user',
  operation: (cookies) => (connection) => askUser(connection, cookies()),
});
