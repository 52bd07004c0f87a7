// Every page that the server fills renders from its sample props, in both languages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageId, type PageProps, pageProps } from '@brama/contract/pages/page-props';
import type { PageRenderer } from '@brama/contract/pages/renderer';
import { type Language, languages } from '@brama/contract/paths';
import { beforeAll, describe, expect, test } from 'vitest';
import { inventedInstance } from '../entries/example-instance.ts';
import { samplePageProps } from '../stories/fixtures/page-props.ts';
import { createRenderer } from './renderer.tsx';

const template =
  '<!doctype html><html lang="uk"><head><title>Брама</title><!--head--></head><body><div id="root"></div><!--data--></body></html>';
const address = { path: '', query: '?appId="><script>', carried: '' };

let renderer: PageRenderer;
beforeAll(async () => {
  renderer = await createRenderer({
    build: {
      scriptHashes: [],
      styleHashes: [],
      screens: [],
      namespaces: [],
      button: { file: 'v1/button.js', integrity: 'sha384-x' },
      manual: { uk: undefined, en: undefined },
      documents: { login: template, public: template, app: template },
      scripts: {},
      next: [],
      fonts: { uk: '/uk.woff2', en: '/en.woff2' },
    },
    origin: 'https://id.campus.example',
    instance: { uk: inventedInstance, en: inventedInstance },
    words: (language, namespace) =>
      JSON.parse(
        readFileSync(
          join(import.meta.dirname, `../../locales/${language}/${namespace}.json`),
          'utf8',
        ),
      ),
  });
});

const rendered = <Page extends PageId>(page: Page, language: Language, props: PageProps[Page]) =>
  renderer.renderPage(page, language, props, address);

const pages = Object.keys(pageProps) as PageId[];

describe.each(languages)('%s', (language) => {
  test.each(pages)('%s', (page) => {
    const props = samplePageProps[page];
    expect(pageProps[page].parse(props)).toEqual(props);
    const html = rendered(page, language, props);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toMatch(/<h1[ >]/);
    expect(html).not.toContain('"><script>');
    // a key without words would show itself
    expect(html.replaceAll(/<script[^>]*>.*?<\/script>/gs, '')).not.toMatch(
      /\{\{|[a-z-]+:[a-z-]+\.[a-z]/,
    );
  });
});

test('what may be absent is not in the page', () => {
  const { fact: _fact, ...refused } = samplePageProps['request-refused'];
  expect(rendered('request-refused', 'uk', refused)).not.toContain('<mark');
  const consent = { ...samplePageProps.consent, receiver: '', known: '', values: {} };
  const html = rendered('consent', 'uk', consent);
  for (const value of Object.values(samplePageProps.consent.values))
    expect(html.split('</main>')[0]).not.toContain(value);
});

test('text of a user stays text, in the body and in the inline JSON', () => {
  const attack = '</script><img src=x onerror=alert(1)>\u2028';
  const html = rendered('sign-in', 'uk', { ...samplePageProps['sign-in'], username: attack });
  expect(html).not.toContain('<img src=x');
  const [, state = ''] = html.split('id="state">');
  expect(state.split('</script>')[0]).toContain('\\u003c/script>');
  expect(state).not.toContain('\u2028');
});
