// Tests that every page with props from the server renders with its fixtures, in both languages.
import { type PageId, type PageProps, pageProps } from '@brama/contract/pages/page-props';
import type { PageRenderer } from '@brama/contract/pages/renderer';
import { type Language, languages } from '@brama/contract/paths';
import { beforeAll, describe, expect, test } from 'vitest';
import { readWords } from '../../build/words.ts';
import { inventedInstance } from '../entries/example-instance.ts';
import { pageFixtures, samplePageProps } from '../stories/fixtures/page-props.ts';
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
    words: (language, namespace) => readWords(language)[namespace],
  });
});

const rendered = <Page extends PageId>(page: Page, language: Language, props: PageProps[Page]) =>
  renderer.renderPage(page, language, props, address);

describe.each(languages)('%s', (language) => {
  test.each(pageFixtures)('$page: $name', ({ page, props }) => {
    expect(pageProps[page].parse(props)).toEqual(props);
    const html = rendered(page, language, props);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toMatch(/<h1[ >]/);
    expect(html).not.toContain('"><script>');
    // i18next shows the key itself if its text is missing
    expect(html.replaceAll(/<script[^>]*>.*?<\/script>/gs, '')).not.toMatch(
      /\{\{|[a-z-]+:[a-z-]+\.[a-z]/,
    );
  });
});

test('absent optional values are not in the page', () => {
  const { fact: _fact, ...refused } = samplePageProps['request-refused'];
  expect(rendered('request-refused', 'uk', refused)).not.toContain('<mark');
  const consent = { ...samplePageProps.consent, receiver: '', known: '', values: {} };
  const html = rendered('consent', 'uk', consent);
  for (const value of Object.values(samplePageProps.consent.values))
    expect(html.split('</main>')[0]).not.toContain(value);
});

describe('the applications page for browsers without JavaScript', () => {
  const { apps } = samplePageProps;
  const render = (changes: Partial<PageProps['apps']> = {}, language: Language = 'uk') =>
    rendered('apps', language, { ...apps, ...changes });
  /** Returns the part of `main` that browsers without JavaScript show. */
  const shown = (html: string) => /<noscript>(.*)<\/noscript><\/main>/s.exec(html)?.[1] ?? '';

  test('lists applications as links of this user, without the sandbox', () => {
    const links = shown(render()).match(/href="\/api\/app-redirect[^"]*"/g);
    expect(links).toEqual(
      ['8', '7'].map((id) => `href="/api/app-redirect?appId=${id}&amp;userHash=hash"`),
    );
    expect(shown(render())).not.toContain('target="_blank"');
  });

  test('has forms for sign-out, the other sessions and connected apps', () => {
    const forms = shown(render()).match(/<form.*?<\/form>/g) ?? [];
    expect(forms.every((form) => form.includes('name="userHash" value="hash"'))).toBe(true);
    const fields = forms.map((form) => [
      /action="([^"]*)"/.exec(form)?.[1],
      /name="(?:session|application)" value="([^"]*)"/.exec(form)?.[1],
    ]);
    expect(fields).toEqual([
      ['/api/auth/logout', undefined],
      ['/api/sessions/end', 'phone'],
      ['/api/sessions/end', 'unknown'],
      ['/api/sessions/end-others', undefined],
      ['/api/access/end', '8'],
    ]);
  });

  test('shows times in the university’s time zone', () => {
    const html = shown(render());
    expect(html).toContain('<time dateTime="2026-01-02T23:30:00.000Z">3 січня 2026');
    expect(html).toContain('9 березня 2004');
    expect(html).toMatch(/ще 2\sсеанси/);
  });

  test('has no elements that need a script', () => {
    const buttons = shown(render()).match(/<button[^>]*>/g) ?? [];
    const kinds = buttons.filter((one) => !one.includes('with-script'));
    expect(kinds.filter((one) => !one.includes('type="submit"'))).toEqual([]);
    expect(shown(render())).not.toMatch(/<dialog|<input[^>]*type="search"|aria-haspopup/);
  });

  test('marks the language of foreign texts', () => {
    expect(shown(render({}, 'en'))).toContain('<span lang="uk">ФПМ</span>');
  });

  test('redirects to the application in the query', () => {
    const continueTo = '/api/app-redirect?appId=7&state="><b>&userHash=hash';
    const screen = renderer.renderScreen('apps', 'uk', address, continueTo);
    expect(screen.split('</head>')[0]).toContain(
      '<noscript><meta http-equiv="refresh" content="0; url=/api/app-redirect?appId=7&amp;state=&quot;&gt;&lt;b&gt;&amp;userHash=hash"></noscript>',
    );
    expect(shown(screen)).toContain(
      'href="/api/app-redirect?appId=7&amp;state=&quot;&gt;&lt;b&gt;',
    );
    expect(render()).not.toContain('http-equiv="refresh"');
  });

  test('reports an unknown application and an empty list', () => {
    expect(shown(render({ isUnknown: true }))).toMatch(/role="alert"><div/);
    const user = { ...apps.user, applications: [] };
    expect(shown(render({ user }))).toContain('href="/uk/faq"');
  });

  test('sends only the skeleton to browsers with JavaScript', () => {
    const screen = renderer.renderScreen('apps', 'uk', address);
    expect(screen).toContain('<noscript></noscript></main>');
    expect(screen).not.toContain('Шевченко');
  });
});

test('user texts are escaped in the body and in the inline JSON', () => {
  const attack = '</script><img src=x onerror=alert(1)>\u2028';
  const html = rendered('sign-in', 'uk', { ...samplePageProps['sign-in'], username: attack });
  expect(html).not.toContain('<img src=x');
  const [, state = ''] = html.split('id="state">');
  expect(state.split('</script>')[0]).toContain('\\u003c/script>');
  expect(state).not.toContain('\u2028');
});
