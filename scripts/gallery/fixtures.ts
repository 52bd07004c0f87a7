// Gallery states of every page that the server renders, made from the fixtures of its props. They include pages that
// the gallery cannot reach as a user. The rendered fixture replaces another page in the browser.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { renderSamples, type SamplePage } from '../../packages/web/build/sample-pages.ts';
import { pageFixtures } from '../../packages/web/src/stories/fixtures/page-props.ts';
import { root } from '../children.ts';
import { both, hang, type State, seen } from './state.ts';

const web = join(root, 'packages/web');
/** An existing screen, whose document is replaced by the fixture. */
const screen = 'faq';

let rendered: Promise<SamplePage[]> | undefined;

/** Renders once, when the first picture is taken. */
function samples(): Promise<SamplePage[]> {
  rendered ??= renderSamples(web, JSON.parse(readFileSync(join(web, 'dist/site.json'), 'utf8')));
  return rendered;
}

/** Pages of account security: parts of them need scripts. Scripts of other pages would send forms or request the user. */
const scripted = /^(second-factor|recovery|secondary-email|level-needed|account)/;

/** The offer shows only where the device can verify its user. */
const pretendFingerprintReader = (tab: Page) =>
  tab.addInitScript(() => {
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = () => Promise.resolve(true);
  });

export const fixtureStates: readonly State[] = pageFixtures.map(({ page, name }) => {
  const isOffer = name === 'passkey-offer';
  const show = (tab: Page) =>
    tab.route(`**/${screen}`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const isWanted = (sample: SamplePage) =>
        sample.page === page &&
        sample.name === name &&
        pathname === `/${sample.language}/${screen}`;
      const sample = (await samples()).find(isWanted);
      return route.fulfill({ body: sample?.html ?? '', contentType: 'text/html; charset=utf-8' });
    });
  const state = { name: `fixture-${page}-${name}`, screen };
  if (!(isOffer || scripted.test(page))) return { ...state, noJavaScript: true, prepare: show };
  // the server does not know the user of the fixture
  const alone = both(show, hang('**/user'), hang('**/api/**'));
  return {
    ...state,
    prepare: isOffer ? both(alone, pretendFingerprintReader) : alone,
    act: seen(isOffer ? 'dialog[open]' : 'footer select:enabled'),
  };
});
