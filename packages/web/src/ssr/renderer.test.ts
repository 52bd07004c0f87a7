// Tests that every page with props from the server renders with its fixtures, in both languages.
import {
  accountDataId,
  accountMenuId,
  emptyAccountData,
  emptyAccountMenu,
} from '@brama/contract/pages/account/menu';
import { accountSections } from '@brama/contract/pages/account/sections';
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
      documents: { login: template, public: template, console: template },
      scripts: {},
      next: [],
      consoleRoutes: ['/', '/users', '/users/new', '/users/$id'].map((path) => ({
        path,
        scripts: { uk: [`/uk${path}.js`], en: [`/en${path}.js`] },
      })),
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

test.each([
  ['', ['/uk/.js']],
  ['/', ['/uk/.js']],
  ['/users', ['/uk/users.js']],
  ['/users/new', ['/uk/users/new.js']],
  ['/users/7', ['/uk/users/$id.js']],
  ['/users/7/8', []],
  ['/no-such-page', []],
])('the console at %j names the modules of its page', (path, modules) => {
  const props = { userHash: 'hash', fullName: 'Бондар Андрій', permissions: [] };
  const parts = renderer.renderConsole('uk', props, path);
  const html = parts.map((part) => part.html).join('');
  const named = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)];
  expect(named.map(([, href]) => href)).toEqual(modules);
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

  test('lists applications as links of this user, favourites first', () => {
    const links = mainOf(render()).match(/href="\/api\/app-redirect[^"]*"/g);
    expect(links).toEqual(
      ['8', '7'].map((id) => `href="/api/app-redirect?appId=${id}&amp;userHash=hash"`),
    );
  });

  test('has forms for sign-out and favourites', () => {
    const forms = mainOf(render()).match(/<form.*?<\/form>/g) ?? [];
    expect(forms.every((form) => form.includes('name="userHash" value="hash"'))).toBe(true);
    expect(forms.every((form) => form.includes('method="post"'))).toBe(true);
    expect(forms.map((form) => /action="([^"]*)"/.exec(form)?.[1])).toEqual([
      '/api/auth/logout',
      '/api/favorites/add',
    ]);
  });

  test('hides elements that need a script from browsers without JavaScript', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      id: `${at}`,
      name: `app-${at}`,
      title: `Сервіс ${at}`,
      description: '',
    }));
    const html = mainOf(
      render({
        user: { ...apps.user, applications: many },
        portal: { ...apps.portal, count: many.length },
      }),
    );
    const buttons = html.match(/<button[^>]*>/g)?.filter((one) => !one.includes('type="submit"'));
    // the others are in parts that a script shows
    const outside = html.replaceAll(
      /<dialog.*?<\/dialog>|class="script-failure".*?<\/button>/gs,
      '',
    );
    const shown = outside.match(/<button[^>]*>/g)?.filter((one) => !one.includes('type="submit"'));
    expect(buttons).not.toEqual([]);
    expect(shown?.filter((one) => !one.includes('with-script'))).toEqual([]);
    expect(html).toContain('type="search"');
    expect(withoutScript(html)).toMatch(/<button[^>]*type="submit"[^>]*>.*?Знайти/);
    expect(withoutScript(html)).not.toMatch(/<dialog|aria-haspopup/);
  });

  test('leads browsers without JavaScript to the account page', () => {
    expect(withoutScript(render())).toContain('href="/uk/account"');
  });

  test('shows the Latin spelling of the name on English pages only', () => {
    const heading = (language: 'uk' | 'en', fullNameEn: string | null) =>
      /<h1.*?<\/h1>/s.exec(render({ user: { ...apps.user, fullNameEn } }, language))?.[0];
    expect(heading('uk', 'Olena Shevchenko')).toContain('>Шевченко Олена Іванівна<');
    expect(heading('en', 'Olena Shevchenko')).toContain('>Olena Shevchenko<');
    expect(heading('en', null)).toContain('<span lang="uk">Шевченко Олена Іванівна</span>');
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
    const contact = { href: 'mailto:a@b.example', text: 'a@b.example' };
    const missing = {
      title: 'Архів',
      reason: 'no-access',
      contact,
      reference: '0a1b2c3d',
    } as const;
    const named = mainOf(render({ missing }));
    expect(named).toContain('Сервісу «Архів» немає у вашому списку');
    expect(named).toContain('href="mailto:a@b.example?subject=');
    expect(named).toContain('0a1b2c3d');
    const unknown = mainOf(
      render({ missing: { ...missing, title: undefined, reason: 'unknown' } }),
    );
    expect(unknown).toContain('Цього сервісу немає у вашому списку');
    const user = { ...apps.user, applications: [] };
    const portal = { ...apps.portal, count: 0 };
    expect(mainOf(render({ user, portal }))).toContain('href="/uk/faq"');
  });

  test('a hostile name ends neither the text nor the inline JSON', () => {
    const hostile = '</script><script>alert(1)</script>\u2028\u2029\u202e<!--';
    const application = { id: hostile, name: hostile, title: hostile, description: hostile };
    const html = render({
      user: {
        userHash: 'hash',
        fullName: hostile,
        fullNameEn: hostile,
        givenName: hostile,
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

describe('the account page', () => {
  const { account } = samplePageProps;
  const render = (changes: Partial<PageProps['account']> = {}, language: Language = 'uk') =>
    /<main.*<\/main>/s.exec(rendered('account', language, { ...account, ...changes }))?.[0] ?? '';

  test('has forms for passkeys, two-step verification, Google, the other sessions and connected apps', () => {
    const forms = render().match(/<form.*?<\/form>/g) ?? [];
    expect(forms.every((form) => form.includes('name="userHash" value="hash"'))).toBe(true);
    const fields = forms.map((form) => [
      /action="([^"]*)"/.exec(form)?.[1],
      /name="(?:passkey|browser|session|application)" value="([^"]*)"/.exec(form)?.[1],
    ]);
    const passkeys = account.signInMethods.passkey?.passkeys ?? [];
    const browsers = account.secondFactor?.browsers ?? [];
    expect(fields).toEqual([
      ...passkeys.flatMap(({ id }) => [
        ['/api/passkeys/rename', id],
        ['/api/passkeys/remove', id],
      ]),
      ['/uk/second-factor/codes', undefined],
      ['/api/second-factor/turn-off', undefined],
      ...browsers.map(({ id }) => ['/api/second-factor/browsers/forget', id]),
      ['/api/google/unlink', undefined],
      ['/api/sessions/end', 'phone'],
      ['/api/sessions/end', 'lab'],
      ['/api/sessions/end', 'unknown'],
      ['/api/sessions/end-others', undefined],
      ['/api/access/end', '8'],
      ['/api/account/secure', undefined],
    ]);
  });

  test('has the actions that the state of Google allows', () => {
    const google = { linked: null, lastWayIn: false, fresh: true, missing: null };
    const withGoogle = (changes: Partial<NonNullable<typeof account.signInMethods.google>>) =>
      render({ signInMethods: { ...account.signInMethods, google: { ...google, ...changes } } });
    expect(withGoogle({})).toContain('action="/api/google/link"');
    for (const [missing, words] of [
      ['sign-in', 'Увійти ще раз'],
      ['second-factor', 'Підтвердити, що це ви'],
    ] as const) {
      const html = withGoogle({ fresh: false, missing });
      expect(html).toMatch(new RegExp(`href="/uk/\\?reauthenticate=account"[^>]*>${words}<`));
    }
    const off = render({
      signInMethods: { password: true, diia: null, google: null, passkey: null },
    });
    expect(off).not.toMatch(/Вхід через (Google|Дію)<\/h3>/);
  });

  test('says why the last passkey stays, in place of its removal', () => {
    const { passkey } = account.signInMethods;
    if (!passkey) throw new Error('no passkeys');
    const state = { ...passkey, passkeys: passkey.passkeys.slice(0, 1) };
    const withState = (changes: Partial<typeof passkey>) =>
      render({ signInMethods: { ...account.signInMethods, passkey: { ...state, ...changes } } });
    const form = 'action="/api/passkeys/remove"';
    expect(withState({})).toContain(form);
    for (const [changes, reason] of [
      [{ lastWayIn: true }, 'іншого способу входу у вас немає'],
      [{ lastFactor: true }, 'університет вимагає двоетапної перевірки'],
    ] as const) {
      const html = withState(changes);
      expect(html).not.toContain(form);
      expect(html).toContain(reason);
    }
  });

  test('has the sections in order, each with an address', () => {
    const html = render();
    const ids = [...html.matchAll(/<h2[^>]* id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(['overview', ...accountSections]);
    for (const id of accountSections) expect(html).toContain(`href="#${id}"`);
  });

  test('shows times in the university’s time zone', () => {
    const html = render();
    expect(html).toContain('<time dateTime="2026-01-02T23:30:00.000Z">3 січня 2026');
    expect(html).toContain('9 березня 2004');
    expect(html).toMatch(/ще 2\sсеанси/);
  });

  test('marks the language of foreign texts', () => {
    expect(render({}, 'en')).toContain('<span lang="uk">ФПМ</span>');
  });

  test('the email about a wrong field names the field and not its value', () => {
    const data = { username: 'o.shevchenko', 'my&field=1?': 'secret value' };
    const html = render({ user: { ...account.user, data } });
    const emails = [...html.matchAll(/href="(mailto:[^"]*subject[^"]*)"/g)].map(([, href]) => href);
    expect(emails).toHaveLength(2);
    expect(decodeURIComponent(emails[1] ?? '')).toContain('my&field=1?');
    expect(emails[1]?.match(/&amp;/g)).toHaveLength(1);
    expect(decodeURIComponent(emails.join())).not.toMatch(/o\.shevchenko|secret value/);
  });

  test('hides elements that need a script from browsers without JavaScript', () => {
    const buttons = render().match(/<button[^>]*>/g) ?? [];
    const others = buttons.filter((one) => !one.includes('type="submit"'));
    expect(others.filter((one) => !one.includes('with-script'))).toEqual([]);
  });
});

describe('the account menu', () => {
  const account = { userHash: 'hash', name: 'Олена', fullName: '<b>Шевченко</b> Олена' };

  test('has a place in every page but the sign-in page and the notice of a changed user', () => {
    const without = pageFixtures.filter(({ page, props }) => {
      const html = rendered(page, 'uk', props as never);
      return !html.includes(emptyAccountMenu) || !html.includes(emptyAccountData);
    });
    expect([...new Set(without.map(({ page }) => page))]).toEqual(['sign-in', 'user-changed']);
  });

  test('has links and a form, and marks the language of the name', () => {
    const { menu } = renderer.renderAccountMenu('en', account);
    expect(menu).toMatch(/^<div id="account-menu"><details.*<\/details><\/div>$/s);
    for (const href of ['/en/account', '/en/password']) expect(menu).toContain(`href="${href}"`);
    expect(menu).toContain('action="/api/auth/logout"');
    expect(menu).toContain('<span lang="uk">Олена</span>');
  });

  test('its ids are those of no other element of any page', () => {
    const paths = ['faq', 'terms-of-use', 'privacy-policy', 'button-wizard'];
    const others = paths.map((path) => renderer.renderScreen(path, 'uk', address));
    const all = [
      ...others,
      ...pageFixtures.map((one) => rendered(one.page, 'uk', one.props as never)),
    ];
    for (const id of [accountMenuId, accountDataId])
      expect(all.filter((html) => html.split(`id="${id}"`).length > 2)).toEqual([]);
  });

  test('escapes names', () => {
    const { menu, data } = renderer.renderAccountMenu('uk', account);
    expect(`${menu}${data}`).not.toContain('<b>');
    expect(data).toContain('\\u003cb>');
  });
});

const tag = /<(\/?)([a-z][\w-]*)([^>]*?)(\/?)>/g;

/** Returns a document as browsers without JavaScript show it: without the elements that wait for a script. */
function withoutScript(html: string): string {
  const hidden = /class="[^"]*(?:with-script|script-failure)/;
  let shown = '';
  let from = 0;
  let depth = 0;
  for (const { 0: text, 1: closes, 3: attributes = '', 4: isVoid, index } of html.matchAll(tag)) {
    if (depth === 0) shown += html.slice(from, index);
    if (depth > 0 || hidden.test(attributes)) depth += closes ? -1 : Number(!isVoid);
    else shown += text;
    from = index + text.length;
  }
  return shown.replaceAll(/<script.*?<\/script>/gs, '');
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" };
const spaced = (text: string | undefined) => `${text}`.replaceAll(/\s+/g, ' ');
const textOf = (html: string) =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([#\w]+);/g, (all, name) => entities[name] ?? all)
    .replaceAll(/\s+/g, ' ');

describe.each(languages)('%s, without JavaScript', (language) => {
  const words = readWords(language) as unknown as Record<string, Record<string, never>>;
  const wordsOf = (namespace: string): Record<string, never> => words[namespace] ?? {};
  const carried = '?appId=7&state=s';
  const home = `href="/${language}/?appId=7&amp;state=s"`;
  const show = (path: string) =>
    withoutScript(
      renderer.renderScreen(path, language, { path, query: `${carried}&ticketId=x`, carried }),
    );
  const paths = ['faq', 'privacy-policy', 'terms-of-use', 'button-wizard', 'diia', 'auth-success'];

  test('every page has the links of the footer', () => {
    const documents = [
      ...[...paths, 'button-wizard/received'].map(show),
      ...pageFixtures.map(({ page, props }) => rendered(page, language, props as never)),
    ];
    const lacks = (html: string) => {
      const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? '';
      return ['privacy-policy', 'terms-of-use', 'faq'].filter(
        (path) => !new RegExp(`href="/${language}/${path}[?"]`).test(footer),
      );
    };
    expect(documents.flatMap(lacks)).toEqual([]);
  });

  test('help has all answers, its contacts, and a way home with the parameters of the visit', () => {
    const html = show('faq');
    const { questions, support } = wordsOf('faq') as never as {
      questions: Record<string, { title: string }>;
      support: { students: string };
    };
    for (const [id, { title }] of Object.entries(questions)) {
      const question = new RegExp(`<details[^>]* id="${id}".*?</details>`, 's').exec(html)?.[0];
      const [heading = '', answer = ''] = (question ?? '').split('</summary>');
      expect(textOf(heading)).toContain(spaced(title));
      expect(answer).toMatch(/<(p|li)[ >]/);
    }
    expect(textOf(html)).toContain(spaced(support.students));
    expect(html).toContain(inventedInstance.bots.students);
    expect(html).toContain(home);
  });

  test.each(['privacy-policy', 'terms-of-use'])('%s has the whole text and the contact', (path) => {
    const html = show(path);
    const { sections, 'page-title': title } = wordsOf(path) as never as {
      sections: Record<string, { title: string }>;
      'page-title': string;
    };
    expect(textOf(/<h1.*?<\/h1>/s.exec(html)?.[0] ?? '').trim()).toBe(title);
    for (const [id, section] of Object.entries(sections)) {
      const whole = new RegExp(`<section aria-labelledby="${id}".*?</section>`, 's').exec(
        html,
      )?.[0];
      expect(textOf(whole ?? '')).toContain(spaced(section.title));
      expect(whole).toMatch(/<(p|li)[ >]/);
      if (id !== 'summary') expect(html).toContain(`href="#${id}"`);
    }
    expect(html).toMatch(/<a[^>]* data-contact=""[^>]* href="mailto:support@campus\.example"/);
  });

  test('the page after the sign-in shows no result, only a link to continue', () => {
    const { asking, 'without-script': plain } = wordsOf('auth-success') as never as {
      asking: string;
      'without-script': { text: string; action: string };
    };
    const html = show('auth-success');
    expect(textOf(html)).toContain(spaced(plain.text));
    expect(textOf(html)).not.toContain(spaced(asking));
    expect(html).toMatch(new RegExp(`<a[^>]*${home.replaceAll('?', '\\?')}[^>]*>${plain.action}`));
  });

  test('the pages with Diia ask for JavaScript and do not mention a code', () => {
    const {
      'without-script': sentence,
      steps,
      warning,
      ...diia
    } = wordsOf('diia') as never as {
      'without-script': string;
      steps: Record<string, string>;
      warning: { title: string };
      'description-desktop': string;
      'description-mobile': string;
    };
    const html = show('diia');
    expect(textOf(html)).toContain(spaced(sentence));
    expect(html).toContain(home);
    const aboutCode = [diia['description-desktop'], diia['description-mobile'], warning.title];
    for (const text of [...aboutCode, ...Object.values(steps)])
      expect(textOf(html)).not.toContain(spaced(text));
    const login = wordsOf('login') as never as { diia: { 'without-script': string } };
    const signIn = withoutScript(rendered('sign-in', language, samplePageProps['sign-in']));
    expect(textOf(signIn)).toContain(spaced(login.diia['without-script']));
    expect(signIn).not.toContain(`href="/${language}/diia`);
  });

  test('the wizard shows the code of the default button and no controls', () => {
    const { 'without-script': sentence } = wordsOf('button-wizard') as never as {
      'without-script': string;
    };
    const html = show('button-wizard');
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
    expect(textOf(main)).toContain(spaced(sentence.replace('{{placeholder}}', 'YOUR-APP-ID')));
    expect(textOf(main)).toContain('data-app-id="YOUR-APP-ID"');
    expect(textOf(main)).toContain('https://id.campus.example');
    expect(main).not.toMatch(/<(input|textarea|button)[ >]/);
  });

  test('the page with the response of the sandbox asks for JavaScript', () => {
    const received = wordsOf('received') as never as Record<string, string>;
    const html = show('button-wizard/received');
    expect(textOf(html)).toContain(spaced(received['without-script']));
    expect(textOf(html)).not.toContain(spaced(received['asking']));
  });
});
