// Gallery states of every page that the server renders, made from the fixtures of its props. They include pages that
// the gallery cannot reach as a user. The rendered fixture replaces another page in the browser.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSamples, type SamplePage } from '../../packages/web/build/sample-pages.ts';
import { pageFixtures } from '../../packages/web/src/stories/fixtures/page-props.ts';
import { root } from '../children.ts';
import type { State } from './state.ts';

const web = join(root, 'packages/web');
/** An existing screen, whose document is replaced by the fixture. */
const screen = 'faq';

let rendered: Promise<SamplePage[]> | undefined;

/** Renders once, when the first picture is taken. */
function samples(): Promise<SamplePage[]> {
  rendered ??= renderSamples(web, JSON.parse(readFileSync(join(web, 'dist/site.json'), 'utf8')));
  return rendered;
}

export const fixtureStates: readonly State[] = pageFixtures.map(({ page, name }) => ({
  name: `fixture-${page}-${name}`,
  screen,
  // scripts of some pages would send forms or request the user from the server
  noJavaScript: true,
  prepare: (tab) =>
    tab.route(`**/${screen}`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const isWanted = (sample: SamplePage) =>
        sample.page === page &&
        sample.name === name &&
        pathname === `/${sample.language}/${screen}`;
      const sample = (await samples()).find(isWanted);
      return route.fulfill({ body: sample?.html ?? '', contentType: 'text/html; charset=utf-8' });
    }),
}));
