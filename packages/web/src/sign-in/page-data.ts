// What the prerendered page carries inside as JSON: the server's state, the words, and what the build
// knows about the rest of the application.
import type { LoginPageState } from '@brama/contract/login-page';
import type { LoginWords } from './login-i18n.ts';

export type BuildFacts = {
  /** Screens of the full application, for links. */
  screens: readonly string[];
  /** Scripts of the page that follows a successful sign-in. */
  next: readonly string[];
};

export type PageData = { state: LoginPageState; words: LoginWords; facts: BuildFacts };

/** Ids of the inline JSON elements, in the page and in the build. */
export const dataIds = { state: 'state', words: 'words', facts: 'facts' } as const;

function inlineJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? '');
}

export function readPageData(): PageData {
  return {
    state: inlineJson(dataIds.state) as LoginPageState,
    words: inlineJson(dataIds.words) as LoginWords,
    facts: inlineJson(dataIds.facts) as BuildFacts,
  };
}
