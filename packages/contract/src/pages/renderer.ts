// The interface between the server and the server bundle of the web application (`dist-ssr/server.js`).

import type { Instance } from '../instance.ts';
import type { Language } from '../paths.ts';
import type { AccountMenu } from './account/menu.ts';
import type { ConsoleProps } from './console-props.ts';
import type { PageId, PageProps } from './page-props.ts';
import type { WebBuild } from './web-build.ts';

/** The parts of a page's address that its links need. */
export type PageAddress = {
  /** Path below the language, without slashes around it; empty on the sign-in page. */
  path: string;
  /** The whole query with its `?`, or nothing. */
  query: string;
  /** Only the parameters that lead back to the application (`appId`, `state`, `request`), as a query. */
  carried: string;
};

export type RendererInput = {
  build: WebBuild;
  /** The public address of the instance, without a slash at its end. */
  origin: string;
  instance: Record<Language, Instance>;
  /** Returns one translation file. */
  words(language: Language, namespace: string): unknown;
};

/** A part of a document, in its order. `isShared`: it is the same in every response, and the same object. */
export type PagePart = { readonly html: string; readonly isShared: boolean };

export type PageRenderer = {
  /** Returns the whole HTML document. */
  renderPage<Page extends PageId>(
    page: Page,
    language: Language,
    props: PageProps[Page],
    address: PageAddress,
  ): string;
  /** Returns the same document in parts. */
  renderParts<Page extends PageId>(
    page: Page,
    language: Language,
    props: PageProps[Page],
    address: PageAddress,
  ): readonly PagePart[];
  /** Returns the document of a screen without props, by its path. */
  renderScreen(path: string, language: Language, address: PageAddress): string;
  /** Returns the document of the administration console, whose body the browser renders. `path`: below that of the console. */
  renderConsole(language: Language, props: ConsoleProps, path: string): readonly PagePart[];
  /** Returns the account menu and its data: the HTML that replaces `emptyAccountMenu` and `emptyAccountData`. */
  renderAccountMenu(language: Language, account: AccountMenu): { menu: string; data: string };
};

/** The exports of the bundle. */
export type RendererModule = {
  createRenderer(input: RendererInput): Promise<PageRenderer>;
};
