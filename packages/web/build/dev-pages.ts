// The addresses of the development server: which template stands behind a path, and the words
// from their folder. In production the server of Brama does this.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { googleAuthPage } from '@brama/contract/pages/page-ids';
import { defaultLanguage, isLanguage, languageCookie, languages } from '@brama/contract/paths';
import type { Plugin } from 'vite';
import { screens } from '../src/app/screens.ts';
import { inlineScriptOf } from '../src/ssr/page-scripts.ts';

/** The page for a path below a language, or undefined when the path is not ours to answer. */
export function pageFor(pathname: string): string | undefined {
  if (pathname === '/components') return '/components.html';
  if (pathname === `/${googleAuthPage}`) return '/public.html';
  const [, language, ...rest] = pathname.split('/');
  if (!isLanguage(language)) return undefined;
  const path = rest.join('/');
  if (path === '') return '/login.html';
  const screen = screens.find((candidate) => candidate.path === path);
  return screen?.access === 'signed-in' ? '/app.html' : '/public.html';
}

async function sendWords(file: string, response: ServerResponse): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const status = text === undefined ? 404 : 200;
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://localhost');
}

// as the server would choose it
const languageScript = `document.documentElement.lang=/\\b${languageCookie(false)}=en\\b/.test(document.cookie)?'en':'uk'`;

export function devPages(): Plugin {
  return {
    name: 'brama-dev-pages',
    apply: 'serve',
    transformIndexHtml(_, { originalUrl = '' }) {
      const path = originalUrl.replace(/\?.*$/s, '').slice(1);
      const inLanguage = languages.find((language) => path.startsWith(`${language}/`));
      const script = inlineScriptOf(inLanguage ? path.slice(inLanguage.length + 1) : path, false);
      const children = inLanguage ? script : `${languageScript};${script}`;
      return [{ tag: 'script', children, injectTo: 'head-prepend' }];
    },
    configureServer({ config, middlewares }) {
      middlewares.use(async (request, response, next) => {
        const { pathname, search, searchParams } = addressOf(request);
        // with ?import it is Vite asking for a module of it
        const words =
          !searchParams.has('import') && /^\/locales\/(\w+\/[\w-]+\.json)$/.exec(pathname)?.[1];
        const page = pageFor(pathname);
        if (pathname === '/')
          response.writeHead(302, { location: `/${defaultLanguage}/${search}` }).end();
        else if (words) await sendWords(join(config.root, 'locales', words), response);
        else {
          if (page) request.url = page + search;
          next();
        }
      });
    },
  };
}
