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
      documents: { login: template, public: template },
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

describe('the applications page', () => {
  const { apps } = samplePageProps;
  const render = (changes: Partial<PageProps['apps']> = {}, language: Language = 'uk') =>
    rendered('apps', language, { ...apps, ...changes });
  const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  /** Returns the part that only browsers without JavaScript show. */
  const withoutScript = (html: string) =>
    [...mainOf(html).matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, part]) => part).join('');

  test('lists applications as links of this user, without the sandbox', () => {
    const links = mainOf(render()).match(/href="\/api\/app-redirect[^"]*"/g);
    expect(links).toEqual(
      ['7', '8'].map((id) => `href="/api/app-redirect?appId=${id}&amp;userHash=hash"`),
    );
  });

  test('has forms for sign-out, the other sessions and connected apps', () => {
    const forms = mainOf(render()).match(/<form.*?<\/form>/g) ?? [];
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
    const html = withoutScript(render());
    expect(html).toContain('<time dateTime="2026-01-02T23:30:00.000Z">3 січня 2026');
    expect(html).toContain('9 березня 2004');
    expect(html).toMatch(/ще 2\sсеанси/);
  });

  test('hides elements that need a script from browsers without JavaScript', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      id: `${at}`,
      name: `app-${at}`,
      title: `Сервіс ${at}`,
      description: '',
    }));
    const html = mainOf(render({ user: { ...apps.user, applications: many } }));
    const buttons = html.match(/<button[^>]*>/g)?.filter((one) => !one.includes('type="submit"'));
    // the others are in parts that a script shows
    const outside = html.replaceAll(
      /<dialog.*?<\/dialog>|class="script-failure".*?<\/button>/gs,
      '',
    );
    const shown = outside.match(/<button[^>]*>/g)?.filter((one) => !one.includes('type="submit"'));
    expect(buttons).not.toEqual([]);
    expect(shown?.filter((one) => !one.includes('with-script'))).toEqual([]);
    expect(html).toMatch(/<search class="with-script/);
    expect(withoutScript(html)).not.toMatch(/<dialog|<input[^>]*type="search"|aria-haspopup/);
  });

  test('contains «my data» only if browsers without JavaScript have requested it', () => {
    const { myData: _, ...user } = apps;
    expect(withoutScript(rendered('apps', 'uk', user))).toContain('href="?my-data#my-data"');
    expect(withoutScript(rendered('apps', 'uk', user))).not.toContain('<details');
    expect(withoutScript(render())).toContain('id="my-data"');
  });

  test('marks the language of foreign texts', () => {
    expect(withoutScript(render({}, 'en'))).toContain('<span lang="uk">ФПМ</span>');
  });

  test('opens the application of the query', () => {
    const href = '/api/app-redirect?appId=7&state="><b>&userHash=hash';
    const html = render({ opening: { href } });
    expect(html).toContain(
      '<noscript><meta http-equiv="refresh" content="0; url=/api/app-redirect?appId=7&amp;state=&quot;&gt;&lt;b&gt;&amp;userHash=hash"></noscript></head>',
    );
    expect(withoutScript(html)).toContain(
      'href="/api/app-redirect?appId=7&amp;state=&quot;&gt;&lt;b&gt;',
    );
    expect(render()).not.toContain('http-equiv="refresh"');
  });

  test('reports an unknown application and an empty list', () => {
    expect(mainOf(render({ isUnknown: true }))).toMatch(/class="mb-5[^>]*role="alert"><div/);
    const user = { ...apps.user, applications: [] };
    expect(mainOf(render({ user }))).toContain('href="/uk/faq"');
  });

  test('a hostile name ends neither the text nor the inline JSON', () => {
    const hostile = '</script><script>alert(1)</script>\u2028\u2029\u202e<!--';
    const application = { id: hostile, name: hostile, title: hostile, description: hostile };
    const html = render({
      user: {
        userHash: 'hash',
        fullName: hostile,
        data: { username: hostile, [hostile]: hostile },
        applications: [application],
      },
      opening: undefined,
    });
    expect(html).not.toContain('<script>alert');
    const [, json = ''] = html.split('id="state">');
    const state = json.split('</script>')[0] ?? '';
    expect(state).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(state).props.user.applications).toEqual([application]);
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
