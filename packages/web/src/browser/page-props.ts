// The props that the server gave to the current page.
import type { PageId, PageProps } from '@brama/contract/pages/page-props';
import { createContext, useContext } from 'react';

export type GivenProps = { page: string; props: unknown };

export const CurrentProps = createContext<GivenProps | undefined>(undefined);

/** Returns the props of the page. @throws an Error on a page that is not among the given names. */
export function usePageProps<Page extends PageId>(...pages: readonly Page[]): PageProps[Page] {
  const given = useContext(CurrentProps);
  if (!pages.some((page) => page === given?.page))
    throw new Error(`the props of ${pages.join(', ')} were read on the page ${given?.page}`);
  return given?.props as PageProps[Page];
}
