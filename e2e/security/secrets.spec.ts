// A whole visit with the log at its most talkative, then a search of everything the product printed.

import { readFileSync } from 'node:fs';
import {
  applicationId,
  expect,
  fillIn,
  forgive,
  openSignIn,
  password,
  sampleUrl,
  signInByForm,
  submit,
  systemLog,
  test,
} from '../support/brama.ts';

test('the log of a complete visit contains no secrets', { tag: '@journey' }, async ({
  page,
  context,
  complaints,
}) => {
  const secrets = new Map([['password', password]]);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/internal')
      secrets.set('sign-in ticket', request.postDataJSON().sessionId);
    const ticket = new URL(request.url()).searchParams.get('ticketId');
    if (ticket) secrets.set('application ticket', ticket);
  });
  await openSignIn(page);
  await fillIn(page, 'o.shevchenko', 'Wr0ng-but-secret');
  secrets.set('wrong password', 'Wr0ng-but-secret');
  await submit(page);
  await expect(page.getByRole('alert')).not.toBeEmpty();
  forgive(complaints, 401);
  await signInByForm(page);
  for (const { name, value } of await context.cookies())
    if (name === 'brama_session') secrets.set('session', value);
  await page.goto(`/uk/apps?appId=${applicationId('campus')}`);
  await page.waitForURL(`${sampleUrl()}/campus`);
  expect([...secrets.keys()]).toEqual(
    expect.arrayContaining(['sign-in ticket', 'application ticket', 'session']),
  );
  const read = () => readFileSync(systemLog(), 'utf8');
  // the last of what the visit has left there
  await expect.poll(read).toContain('"path":"/api/app-redirect"');
  const log = read();
  // the demo's table prints the public demo password on purpose; the log lines must not
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(10);
  for (const [name, secret] of secrets)
    expect(
      lines.some((line) => line.includes(secret)),
      name,
    ).toBe(false);
});
