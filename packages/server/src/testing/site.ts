// A tiny built web application for tests of the server: every page and mark, no design.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loginNotices, loginPageFile, pageMarks } from '@brama/contract/login-page';
import { languages } from '@brama/contract/paths';
import { loadSite } from '../http/site.ts';

const common = { brand: 'Брама', language: { switch: 'Switch to English' } };
const errors = {
  'not-found': {
    title: 'Сторінку не знайдено',
    description: 'Перевірте адресу.',
    return: 'Додому',
  },
};
const apps = {
  'sign-out': { action: 'Вийти' },
  'no-apps-error': { title: 'Сервісів немає' },
  'redirect-error': { title: 'Цього сервісу немає' },
};

export function makeSite() {
  const folder = mkdtempSync(join(tmpdir(), 'brama-site-'));
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write(
    'index.html',
    `<!doctype html><html lang="uk"><head>${pageMarks.noscriptHead}</head><body>app${pageMarks.noscriptBody}</body></html>`,
  );
  for (const language of languages) {
    for (const notice of loginNotices) {
      const keepsName = notice === 'invalid-credentials' || notice === 'unavailable';
      const username = keepsName ? pageMarks.username : '';
      write(
        loginPageFile(language, ['password'], notice),
        `<!doctype html><html lang="${language}"><body data-notice="${notice}"><a href="/en/${pageMarks.query}">switch</a><input name="username" value="${username}"><script type="application/json" id="state">{"username":"${username}"}</script></body></html>`,
      );
    }
    for (const [name, words] of Object.entries({ common, errors, apps }))
      write(`locales/${language}/${name}.json`, JSON.stringify(words));
  }
  write('assets/entry-abc123.js', 'export {};');
  write(
    'site.json',
    JSON.stringify({
      scriptHashes: ["'sha256-abc='"],
      screens: [{ path: 'apps', access: 'signed-in' }],
      namespaces: ['common', 'errors', 'apps'],
    }),
  );
  return {
    site: loadSite(folder, ['password']),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
