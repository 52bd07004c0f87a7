// What the caller may do to the user of the page, as the server says.
import type { UserAct } from '@brama/contract/admin/user-account';
import { createContext, use } from 'react';
import type { Account } from './queries.ts';

const ActsContext = createContext<Account['acts'] | undefined>(undefined);
export const ActsProvider = ActsContext.Provider;

/** Returns a function that says whether the caller may do an act to the user. */
export function useMayDo(): (act: UserAct) => boolean {
  const acts = use(ActsContext);
  return (act) => acts?.[act] === null;
}
