// What a built page carries inside as JSON: its words, what the build knows about the rest of the
// application, the instance, and on some pages what the server has to say.
import type { Instance } from '@brama/contract/instance';
import type { LoginPageState } from '@brama/contract/pages/login-page';
import type { Resource } from 'i18next';
import type { ButtonFacts } from './button-facts.ts';
import type { PageAddress } from './page-address.ts';

export type PageFacts = {
  /** Path of this page below the language. */
  page: string;
  /** Screens that exist, for links. */
  screens: readonly string[];
  /** Scripts and styles of the page that probably follows. */
  next: readonly string[];
  /** On the page that makes buttons. */
  button?: ButtonFacts;
};

export type PageData = { words: Resource; facts: PageFacts; instance: Instance };

/** Ids of the inline JSON elements, in the page and in the build. */
export const dataIds = {
  state: 'state',
  words: 'words',
  facts: 'facts',
  instance: 'instance',
} as const;

function inlineJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

export function readPageData(): PageData {
  return {
    words: inlineJson(dataIds.words) as Resource,
    facts: inlineJson(dataIds.facts) as PageFacts,
    instance: inlineJson(dataIds.instance) as Instance,
  };
}

/** What the server has to say on this page; nothing while it is prerendered, and on most pages. */
export function readPageState(): unknown {
  return typeof document === 'undefined' ? null : inlineJson(dataIds.state);
}

/** Where the page can be opened in the other language, if the server says so; else its own address tells. */
export function readPageAddress(): PageAddress | undefined {
  const { path, query, carried } = (readPageState() ?? {}) as Partial<PageAddress>;
  if (path === undefined || query === undefined || carried === undefined) return undefined;
  return { path, query, carried };
}

export function readLoginState(): LoginPageState {
  return inlineJson(dataIds.state) as LoginPageState;
}
