// Renders pages at the end of the build to weigh them: the sign-in page with all methods and each notice, and the
// button wizard. This also proves that the server bundle works.
import { join } from 'node:path';
import { loginNotices, methodIds } from '@brama/contract/pages/login-page';
import type { RendererModule } from '@brama/contract/pages/renderer';
import type { WebBuild } from '@brama/contract/pages/web-build';
import { languages } from '@brama/contract/paths';
import { inventedInstance } from '../src/entries/example-instance.ts';
import { readWords } from './words.ts';

export type SamplePage = { page: string; html: string };

export async function renderSamples(root: string, build: WebBuild): Promise<SamplePage[]> {
  const { createRenderer }: RendererModule = await import(join(root, 'dist-ssr/server.js'));
  const renderer = await createRenderer({
    build,
    origin: 'https://sign-in.campus.example',
    instance: { uk: inventedInstance, en: inventedInstance },
    words: (language, namespace) => readWords(language)[namespace],
  });
  const address = { path: '', query: '', carried: '' };
  const props = {
    methods: [...methodIds],
    username: '',
    lead: '',
    untold: '',
    wait: '',
    wayOn: '',
  };
  return languages.flatMap((language) => [
    ...loginNotices.map((notice) => ({
      page: 'sign-in',
      html: renderer.renderPage('sign-in', language, { ...props, notice }, address),
    })),
    {
      page: 'button-wizard',
      html: renderer.renderScreen('button-wizard', language, { ...address, path: 'button-wizard' }),
    },
  ]);
}
