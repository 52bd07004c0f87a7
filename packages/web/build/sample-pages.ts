// Renders pages with the server bundle: all fixtures of props, and the button wizard. The build weighs them, which also
// proves that the bundle works. The gallery takes pictures of them.
import { join } from 'node:path';
import type { PagePart, RendererModule } from '@brama/contract/pages/renderer';
import type { WebBuild } from '@brama/contract/pages/web-build';
import { type Language, languages } from '@brama/contract/paths';
import { inventedInstance } from '../src/entries/example-instance.ts';
import { pageFixtures } from '../src/stories/fixtures/page-props.ts';
import { readWords } from './words.ts';

export type SamplePage = {
  page: string;
  name: string;
  language: Language;
  html: string;
  /** The same page as the server sends it: only shared parts are compressed. */
  parts: readonly PagePart[];
};

export async function renderSamples(root: string, build: WebBuild): Promise<SamplePage[]> {
  const { createRenderer }: RendererModule = await import(join(root, 'dist-ssr/server.js'));
  const renderer = await createRenderer({
    build,
    origin: 'https://sign-in.campus.example',
    instance: { uk: inventedInstance, en: inventedInstance },
    words: (language, namespace) => readWords(language)[namespace],
  });
  const address = { path: '', query: '', carried: '' };
  return languages.flatMap((language) => [
    ...pageFixtures.map(({ page, name, props }) => ({
      page,
      name,
      language,
      html: renderer.renderPage(page, language, props, address),
      parts: renderer.renderParts(page, language, props, address),
    })),
    {
      page: 'button-wizard',
      name: 'sample',
      language,
      html: renderer.renderScreen('button-wizard', language, { ...address, path: 'button-wizard' }),
      parts: [],
    },
  ]);
}
