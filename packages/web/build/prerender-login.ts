// The sign-in page as HTML, one file for each language, set of methods and notice the server may need.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type LoginNotice,
  type LoginPageState,
  loginNotices,
  loginPageFile,
  methodIds,
  pageMarks,
} from '@brama/contract/login-page';
import { type Language, languages } from '@brama/contract/paths';
import { screens } from '../src/screens.ts';
import { methodSets } from '../src/sign-in/method-sets.ts';
import { type BuildFacts, dataIds } from '../src/sign-in/page-data.ts';
import type { Manifest } from './manifest.ts';
import { fill, inlineJson, withFonts } from './template.ts';

type Renderer = typeof import('../src/login-prerender.tsx');
type Words = Parameters<Renderer['renderLogin']>[1];
export type LoginFile = { file: string; html: string };

type Input = { root: string; template: string; manifest: Manifest; next: readonly string[] };

/** After a failed attempt without JavaScript the user finds the username they typed. */
const keepsUsername: readonly LoginNotice[] = ['invalid-credentials', 'unavailable'];

async function readWords(root: string, language: Language, namespaces: readonly string[]) {
  const read = async (namespace: string) => {
    const text = await readFile(join(root, 'locales', language, `${namespace}.json`), 'utf8');
    return [namespace, JSON.parse(text)];
  };
  return Object.fromEntries(await Promise.all(namespaces.map(read))) as Words;
}

export async function prerenderLogin({ root, template, manifest, next }: Input) {
  const renderer: Renderer = await import(join(root, 'dist-ssr/login-prerender.js'));
  const facts: BuildFacts = { screens: screens.map(({ path }) => path), next };

  const page = (language: Language, words: Words, state: LoginPageState): LoginFile => {
    const { html, title } = renderer.renderLogin(language, words, state, facts);
    const data = [
      inlineJson(dataIds.state, state),
      inlineJson(dataIds.words, words),
      inlineJson(dataIds.facts, facts),
    ].join('');
    const filled = [
      ['<html lang="uk">', `<html lang="${language}">`],
      ['<title>Брама</title>', `<title>${title}</title>`],
      ['<div id="root"></div>', `<div id="root">${html}</div>`],
      ['<!--data-->', data],
    ].reduce((text, [place, content]) => fill(text, `${place}`, `${content}`), template);
    const font = language === 'uk' ? 'cyrillic' : 'latin';
    const file = loginPageFile(language, state.methods, state.notice);
    return { file, html: withFonts(filled, manifest, [font]) };
  };

  const pages = languages.map(async (language) => {
    const words = await readWords(root, language, renderer.loginNamespaces);
    return methodSets(methodIds).flatMap((methods) =>
      loginNotices.map((notice) => {
        const username = keepsUsername.includes(notice) ? pageMarks.username : '';
        return page(language, words, { methods, notice, username });
      }),
    );
  });
  return (await Promise.all(pages)).flat();
}
