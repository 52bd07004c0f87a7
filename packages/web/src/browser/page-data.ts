// The JSON inside a page: its texts, facts about the application, the instance and the props from the server. It also
// holds the address of the page where the browser's own address differs.
import type { Instance } from '@brama/contract/instance';
import { type AccountMenu, accountDataId } from '@brama/contract/pages/account/menu';
import type { PageAddress } from '@brama/contract/pages/renderer';
import type { WordsByNamespace } from '@brama/contract/pages/words';
import type { ButtonFacts } from './button-facts.ts';

export type PageFacts = {
  /** Path of this page below the language. */
  page: string;
  /** Screens that exist, for links. */
  screens: readonly string[];
  /** Scripts of the page that probably follows. */
  next: readonly string[];
  /** Only on the button wizard and the page of the sandbox. */
  button?: ButtonFacts;
};

export type PageData = {
  words: WordsByNamespace;
  facts: PageFacts;
  instance: Instance;
  /** Read by `usePageProps`. */
  props: unknown;
  /** The address of the page in the other language. Absent if the address in the browser already contains it. */
  address?: PageAddress;
  /** Only for signed-in users. */
  account?: AccountMenu | undefined;
};

/** Ids of the inline JSON elements. */
export const dataIds = {
  state: 'state',
  words: 'words',
  facts: 'facts',
  instance: 'instance',
} as const;

/** The content of the element `state`. */
export type PageState = Pick<PageData, 'props' | 'address'>;

function inlineJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

/** Returns the account of the user for whom the server sent the page. */
export function readAccount(): AccountMenu | undefined {
  return (inlineJson(accountDataId) as AccountMenu | null) ?? undefined;
}

export function readPageData(): PageData {
  return {
    words: inlineJson(dataIds.words) as WordsByNamespace,
    facts: inlineJson(dataIds.facts) as PageFacts,
    instance: inlineJson(dataIds.instance) as Instance,
    ...(inlineJson(dataIds.state) as PageState),
    account: readAccount(),
  };
}
