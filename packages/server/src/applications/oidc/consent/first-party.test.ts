// The university's own applications need no consent, so their requests do not read stored consents.

import { expect, test } from 'vitest';
import { portal } from '../../../../test/support/oidc/applications.ts';
import { makeArena } from '../../../../test/support/oidc/arena.ts';
import { said } from '../../../../test/support/oidc/raw.ts';

test('first-party applications do not read the consents table', async () => {
  const arena = await makeArena('sqlite');
  await arena.db.schema.dropTable('oidc_consents').execute();
  const { tokens } = await arena.withTokens(portal);
  expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(200);
  expect(said(await arena.refresh(tokens.refresh_token))).toBe('200');
  await arena.close();
});
