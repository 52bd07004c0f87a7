// Pages of the development server. Brama's server checks each page request and provides redirects and props. The HTML
// document comes from the sources: Vite serves the scripts, the browser renders the body, and texts come from their
// files.
import { readFileSync } from 'node:fs';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { accountDataId } from '@brama/contract/pages/account/menu';
import { defaultLanguage, type Language, languages } from '@brama/contract/paths';
import type { Plugin, ViteDevServer } from 'vite';
import { dataIds, type PageFacts } from '../src/browser/page-data.ts';
import { inlineJson } from '../src/ssr/document.ts';
import { inlineScriptOf } from '../src/ssr/page-scripts.ts';
import { fixtureDocument } from './dev-fixtures.ts';
import { readWords } from './words.ts';

/** Paths that Vite serves itself. */
const ofVite = /^\/(?:@|src\/|node_modules\/|components(?:\.html)?(?:\?|$))/;

/** Returns whether a browser requests a page or sends a form, and not a script, style or image. */
export function isPageRequest({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  if (ofVite.test(url)) return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').startsWith('text/html') : mode === 'navigate';
}

/** Returns the JSON inside an element of a page. */
function readJson(html: string, id: string): unknown {
  const [, rest = ''] = html.split(`<script type="application/json" id="${id}">`);
  return rest === '' ? undefined : JSON.parse(rest.split('</script>', 1)[0] ?? '');
}

function templateOf(page: string): string {
  return page === '' ? 'login.html' : 'public.html';
}

/** Replaces the texts of the last build, which the server sends, by those in the sources. */
function sourceWords(language: Language, built: object) {
  const words = readWords(language);
  return Object.fromEntries(Object.keys(built).map((name) => [name, words[name]]));
}

/** Returns the document from the sources for a page of the server; undefined if the response is not a page of Brama. */
async function developed({ config, transformIndexHtml }: ViteDevServer, url: string, html: string) {
  const facts = readJson(html, dataIds.facts) as PageFacts | undefined;
  if (!facts) return undefined;
  const language = languages.find((one) => html.includes(`<html lang="${one}"`)) ?? defaultLanguage;
  const state = readJson(html, dataIds.state);
  const data = [
    state === undefined ? '' : inlineJson(dataIds.state, state),
    inlineJson(accountDataId, readJson(html, accountDataId) ?? null),
    inlineJson(dataIds.words, sourceWords(language, readJson(html, dataIds.words) as object)),
    inlineJson(dataIds.facts, facts),
    inlineJson(dataIds.instance, readJson(html, dataIds.instance)),
  ].join('');
  const source = readFileSync(join(config.root, templateOf(facts.page)), 'utf8')
    .replace('<html lang="uk">', `<html lang="${language}">`)
    .replace('<!--head-->', () => `<script>${inlineScriptOf(facts.page)}</script>`)
    .replace('<!--data-->', () => data);
  return transformIndexHtml(url, source);
}

/** Headers of the server that do not apply to the changed document. */
const dropped = ['content-length', 'content-security-policy', 'transfer-encoding'];

async function answer(
  server: ViteDevServer,
  backend: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { url = '/', method = 'GET' } = request;
  const fixture = await fixtureDocument(server, url);
  if (fixture !== undefined) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(fixture);
    return;
  }
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  const asked = ask(new URL(url, backend), { method, headers });
  request.pipe(asked);
  const got = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  const isPage = `${got.headers['content-type']}`.startsWith('text/html');
  if (!isPage) {
    response.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(response);
    return;
  }
  const html = await text(got);
  const page = await developed(server, url, html);
  const kept = Object.entries(got.headers).filter(([name]) => !dropped.includes(name));
  response.writeHead(got.statusCode ?? 502, page ? Object.fromEntries(kept) : got.headers);
  response.end(page ?? html);
}

/** `backend`: the address of Brama's server. */
export function devPages(backend: string): Plugin {
  return {
    name: 'brama-dev-pages',
    apply: 'serve',
    // pages reload, because the browser does not import fixtures and texts as modules
    handleHotUpdate({ file, server }) {
      if (/\/(fixtures|locales)\/|\/words\.json$/.test(file))
        server.ws.send({ type: 'full-reload' });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url === '/components') request.url = '/components.html';
        // a request with `?import` comes from Vite, for the text as a module
        const words = /^\/locales\/(uk|en)\/([\w-]+)\.json$/.exec(request.url ?? '');
        if (words) {
          const [, language, namespace = ''] = words;
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(readWords(language as Language)[namespace]));
        } else if (isPageRequest(request))
          answer(server, backend, request, response).catch((error: unknown) => {
            response.writeHead(502, { 'content-type': 'text/plain' }).end(`${error}\n`);
          });
        else next();
      });
    },
  };
}
