// Gallery states of every email, as its HTML is drawn in a browser. An email replaces the document of another page.

import type { Page } from '@playwright/test';
import { htmlOf } from '../../packages/server/src/mail/email.ts';
import {
  type SampleEmail,
  sampleEmails,
} from '../../packages/server/test/support/sample-emails.ts';
import type { State } from './state.ts';

/** An existing screen, whose document is replaced by the email. */
const screen = 'faq';

const samples = await sampleEmails();

/** Shows the email in the language of the page, or its only one. */
const show = (wanted: readonly SampleEmail[]) => (tab: Page) =>
  tab.route(`**/${screen}`, (route) => {
    const { pathname } = new URL(route.request().url());
    const own = wanted.find(({ language }) => pathname === `/${language}/${screen}`);
    const { email } = own ?? wanted[0] ?? {};
    const body = email ? htmlOf(email) : '';
    return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
  });

const names = [...new Set(samples.map(({ name }) => name))];
export const emailStates: readonly State[] = names.map((name) => ({
  name: `email-${name}`,
  screen,
  noJavaScript: true,
  prepare: show(samples.filter((sample) => sample.name === name)),
}));
